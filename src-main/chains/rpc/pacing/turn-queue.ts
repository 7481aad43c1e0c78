import type { NodeFault } from '../node-fault.ts'
import type { EndpointPace } from './endpoint-pace.ts'

interface Waiting {
  readonly method: string
  readonly patienceMs: number
  /** When it first had to wait for the pace; null if it has not. */
  waitedSince: number | null
  go(): void
  fail(error: unknown): void
}

export interface TurnQueueOptions {
  readonly pace: EndpointPace
  /** Calls that may be in flight at the same time. */
  readonly inFlight: number
  readonly now: () => number
}

/** Calls that wait until the pace of an endpoint allows them, in the order of the requests. */
export class TurnQueue {
  readonly #options: TurnQueueOptions
  readonly #waiting = new Set<Waiting>()
  #active = 0
  #timer: NodeJS.Timeout | null = null
  #lastRefusal: NodeFault | null = null

  constructor(options: TurnQueueOptions) {
    this.#options = options
  }

  /** No call is in flight, and none waits. */
  get isIdle(): boolean {
    return this.#active === 0 && this.#waiting.size === 0
  }

  get methods(): readonly string[] {
    return [...this.#waiting].map(({ method }) => method)
  }

  /** Calls whose patience is shorter than the wait after this refusal fail with it. */
  refused(refusal: NodeFault): void {
    this.#lastRefusal = refusal
  }

  /** Resolves when the call may go out. `leave` must be called when it has ended. */
  enter(method: string, signal: AbortSignal, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const cancel = (): void => {
        this.#waiting.delete(waiting)
        waiting.fail(signal.reason)
        if (this.#waiting.size === 0) this.#stopTimer()
      }
      const waiting: Waiting = {
        method,
        patienceMs,
        waitedSince: null,
        go() {
          signal.removeEventListener('abort', cancel)
          resolve()
        },
        fail(error) {
          signal.removeEventListener('abort', cancel)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      }
      this.#waiting.add(waiting)
      this.#sendAllowed()
      // Most calls go out immediately and need no listener.
      if (this.#waiting.has(waiting)) signal.addEventListener('abort', cancel, { once: true })
    })
  }

  leave(): void {
    this.#active -= 1
    this.#sendAllowed()
  }

  /** Sends the calls that may go out now, and sets the timer for the next call. */
  #sendAllowed(): void {
    this.#stopTimer()
    const { pace, inFlight, now } = this.#options
    const at = now()
    const blocked = new Set<string>()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const waiting of this.#waiting) {
      if (this.#active >= inFlight) return
      const { method } = waiting
      if (this.#lastRefusal !== null && pace.pausedMs(method, at) > waiting.patienceMs) {
        this.#waiting.delete(waiting)
        waiting.fail(this.#lastRefusal)
        continue
      }
      const waitMs = blocked.has(method) ? Number.POSITIVE_INFINITY : pace.waitMs(method, at)
      if (waitMs <= 0) {
        this.#waiting.delete(waiting)
        this.#active += 1
        pace.sent(method, at, waiting.waitedSince)
        waiting.go()
        continue
      }
      waiting.waitedSince ??= at
      blocked.add(method)
      soonestMs = Math.min(soonestMs, waitMs)
    }
    if (soonestMs < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#sendAllowed(), Math.ceil(soonestMs))
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
