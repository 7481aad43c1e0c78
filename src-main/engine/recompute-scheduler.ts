import { formatTokenKey, type TokenKey } from '../../src-shared/domain/address.ts'
import type { Logger } from '../lib/logger.ts'
import { isStoreUnavailable } from '../lib/store-faults.ts'

/** A change after a quiet period is recomputed immediately. Changes that follow within this time are batched. */
const DEBOUNCE_MS = 100
/** After this time, a recomputation is tried again that failed because the database server did not answer. */
const RETRY_MS = 1_000

interface Window {
  readonly timer: NodeJS.Timeout
  /** Whether facts changed again within the window. */
  changed: boolean
}

export interface RecomputeSchedulerOptions {
  readonly recompute: (token: TokenKey) => Promise<void>
  /** Defaults to 100 ms. */
  readonly debounceMs?: number
  /** Defaults to a second. */
  readonly retryMs?: number
  readonly logger: Logger
}

/** Debounces recomputations per token, on the leading and the trailing edge, and runs them sequentially. */
export class RecomputeScheduler {
  readonly #options: RecomputeSchedulerOptions
  readonly #windows = new Map<string, Window>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #isStoreAway = false
  #queue: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: RecomputeSchedulerOptions) {
    this.#options = options
  }

  request(token: TokenKey): void {
    if (this.#closed) return
    const key = formatTokenKey(token)
    const open = this.#windows.get(key)
    if (open === undefined) this.#run(token, key)
    else open.changed = true
  }

  /** Drops scheduled recomputations and waits for the running one. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of [...[...this.#windows.values()].map((window) => window.timer), ...this.#retries.values()]) clearTimeout(timer)
    this.#windows.clear()
    this.#retries.clear()
    await this.#queue
  }

  #run(token: TokenKey, key: string): void {
    const endWindow = (): void => {
      this.#windows.delete(key)
      if (window.changed) this.#run(token, key)
    }
    const window: Window = { changed: false, timer: setTimeout(endWindow, this.#options.debounceMs ?? DEBOUNCE_MS) }
    this.#windows.set(key, window)
    this.#queue = this.#queue
      .then(async () => {
        if (this.#closed) return
        await this.#options.recompute(token)
        this.#isStoreAway = false
      })
      .catch((error: unknown) => this.#failed(token, key, error))
  }

  #failed(token: TokenKey, key: string, error: unknown): void {
    const { logger, retryMs = RETRY_MS } = this.#options
    if (!isStoreUnavailable(error)) return logger.error({ err: error, token: key }, 'the recomputation failed')
    if (!this.#isStoreAway) logger.warn({ err: error }, 'recomputations wait for the database')
    this.#isStoreAway = true
    if (this.#closed || this.#retries.has(key)) return
    const retry = (): void => {
      this.#retries.delete(key)
      this.request(token)
    }
    this.#retries.set(key, setTimeout(retry, retryMs))
  }
}
