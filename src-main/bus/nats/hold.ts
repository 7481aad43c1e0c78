import type { KV } from '@nats-io/kv'
import type { Logger } from '../../lib/logger.ts'

/** The server drops a lease that was not renewed for this time. It applies to the whole bucket: NATS 2.9 ignores the time of a single key. */
export const LEASE_MS = 6_000
/** The holder stops this much earlier, since the clocks of two machines differ. */
const MARGIN_MS = 1_500
const RENEW_MS = 1_500
const ANSWER_MS = 1_000

/** A lease of this process, renewed until it is released or lost. */
export class Hold {
  /** The revision at which the lease was taken. Later holders have larger revisions. */
  readonly fence: number
  readonly #kv: KV
  readonly #key: string
  readonly #holder: string
  readonly #logger: Logger
  readonly #lost = new AbortController()
  #revision: number
  #until: number
  #timer: NodeJS.Timeout | null = null

  /** @param askedAt when the lease was requested, by the monotonic clock */
  constructor(kv: KV, { key, holder, revision, askedAt }: { key: string; holder: string; revision: number; askedAt: number }, logger: Logger) {
    this.#kv = kv
    this.#key = key
    this.#holder = holder
    this.#logger = logger
    this.fence = revision
    this.#revision = revision
    this.#until = askedAt + LEASE_MS - MARGIN_MS
    this.#schedule()
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  isHeld(): boolean {
    if (!this.#lost.signal.aborted && performance.now() >= this.#until) this.#lose()
    return !this.#lost.signal.aborted
  }

  /** Frees the lease for the next process in line. */
  async release(deleteRevision: (revision: number) => Promise<unknown>): Promise<void> {
    if (!this.isHeld()) return
    this.#end()
    await deleteRevision(this.#revision).catch(() => undefined)
  }

  #schedule(): void {
    const left = this.#until - performance.now()
    this.#timer = setTimeout(() => void this.#renew(), Math.max(0, Math.min(RENEW_MS, left)))
    this.#timer.unref()
  }

  async #renew(): Promise<void> {
    if (!this.isHeld()) return
    const askedAt = performance.now()
    try {
      this.#revision = await this.#kv.update(this.#key, this.#holder, this.#revision, ANSWER_MS)
      this.#until = askedAt + LEASE_MS - MARGIN_MS
    } catch (error) {
      this.#logger.warn({ err: error, lease: this.#key }, 'a lease was not renewed')
      if (await this.#isGone()) this.#lose()
    }
    if (this.isHeld()) this.#schedule()
  }

  /** Whether the server no longer has the lease, or has it for another holder. The answer to a renewal may have been lost. */
  async #isGone(): Promise<boolean> {
    try {
      const entry = await this.#kv.get(this.#key)
      if (entry?.string() !== this.#holder) return true
      this.#revision = entry.revision
      return false
    } catch {
      return false
    }
  }

  #lose(): void {
    if (this.#lost.signal.aborted) return
    this.#logger.warn({ lease: this.#key }, 'a lease was lost')
    this.#end()
  }

  #end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#lost.abort()
  }
}
