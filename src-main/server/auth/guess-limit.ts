import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'

/** Unknown keys of one address that are looked up without delay. A person mistypes a few. */
const FREE_TRIES = 10
/** Concurrent waiting tries of one address. Further tries are refused. */
const MAX_WAITING = 5
/** An address without tries is forgotten after this time. */
const FORGET_MS = 10 * 60_000
const MAX_ADDRESSES = 1_000

interface Tries {
  count: number
  /** When the next try may be looked up, in milliseconds of the monotonic clock. */
  nextAt: number
}

/** Throttles key guessing by address. Known keys are found before this and never wait. */
export class GuessLimit {
  readonly #tries = new LRUCache<string, Tries>({ max: MAX_ADDRESSES, ttl: FORGET_MS, updateAgeOnGet: true })
  readonly #pauseMs: number

  /** @param pauseMs time per try, once the free tries are used up */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
  }

  /** Resolves when an unknown key of this address may be looked up. @throws AppError rate_limited */
  async pass(address: string): Promise<void> {
    const tries = this.#tries.get(address) ?? { count: 0, nextAt: 0 }
    tries.count += 1
    this.#tries.set(address, tries)
    if (tries.count <= FREE_TRIES) return
    const now = performance.now()
    const at = Math.max(now, tries.nextAt)
    const maxWaitMs = MAX_WAITING * this.#pauseMs
    if (at - now > maxWaitMs) {
      throw new AppError('rate_limited', {
        message: 'Too many unknown keys were tried from this address.',
        retryAfterSeconds: Math.ceil(maxWaitMs / 1_000),
      })
    }
    tries.nextAt = at + this.#pauseMs
    await delay(at - now)
  }

  /** Call when a key turned out to be valid. */
  forget(address: string): void {
    this.#tries.delete(address)
  }
}
