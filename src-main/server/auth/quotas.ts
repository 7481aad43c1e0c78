import type { KeyQuotas } from '../../../src-shared/contract/records/service.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Caller } from './caller.ts'

/**
 * Limits of keys, across all processes of the service (docs/team.md#quotas). Requests are taken from the store in batches before they are made, so
 * that no limit is exceeded and few requests wait for the store. Subscriptions are counted from what the processes announce.
 */

const PERIODS = [
  { name: 'requests_per_minute', seconds: 60, word: 'minute' },
  { name: 'requests_per_day', seconds: 86_400, word: 'day' },
] as const satisfies readonly { name: keyof KeyQuotas; seconds: number; word: string }[]

/** Batches per period. Another process may therefore leave one part in this many unused. */
const TAKINGS = 20

interface Taken {
  /** Unix seconds. */
  readonly began: number
  readonly until: number
  left: number
  /** Whether the store's quota for the period was used up. */
  readonly isSpent: boolean
}

export interface QuotasDeps {
  readonly store: Store
  readonly bus: Pick<Bus, 'announce' | 'present'>
  readonly clock: Clock
  readonly logger: Logger
}

export class Quotas {
  readonly #deps: QuotasDeps
  /** By key and period. */
  readonly #taken = new Map<string, Taken>()
  readonly #taking = new Map<string, Promise<void>>()
  readonly #subscriptions = new Map<string, number>()

  constructor(deps: QuotasDeps) {
    this.#deps = deps
  }

  /** Counts a request. Calls back synchronously unless the store has to be queried first. */
  spend(caller: Caller, done: (refusal: AppError | undefined) => void): void {
    const { quotas } = caller
    if (quotas === null) return done(undefined)
    const limited = PERIODS.flatMap(({ name, ...period }) => {
      const limit = quotas[name]
      return limit === null ? [] : [{ ...period, limit, counter: `${caller.id} ${period.seconds}` }]
    })
    const now = unixSeconds(this.#deps.clock)
    const current = limited.map(({ counter }) => this.#current(counter, now))
    const spent = limited.flatMap((period, at) => {
      const taken = current[at]
      return taken?.left === 0 && taken.isSpent ? [{ ...period, until: taken.until }] : []
    })
    // After the end of a minute, the day would still be used up.
    const last = spent.at(-1)
    if (last !== undefined) return done(tooMany(last, last.until - now))
    const empty = limited.filter((_, at) => (current[at]?.left ?? 0) === 0)
    if (empty.length === 0) {
      for (const taken of current) if (taken !== undefined) taken.left -= 1
      return done(undefined)
    }
    const taking = this.#taking.get(caller.id) ?? this.#take(caller.id, now, empty)
    taking.then(
      () => this.spend(caller, done),
      (error: unknown) => {
        // Requests that the service can answer without its store are still answered.
        this.#deps.logger.warn({ err: error }, 'the requests of a key could not be counted')
        done(undefined)
      },
    )
  }

  /** Whether the key may have one more subscription. */
  maySubscribe({ id, quotas }: Caller): boolean {
    const limit = quotas?.subscriptions ?? null
    if (limit === null) return true
    return this.#deps.bus.present().reduce((sum, { subscriptions }) => sum + (subscriptions[id] ?? 0), 0) < limit
  }

  /** Counts a subscription that began, or with -1 one that ended. */
  subscribed({ id, quotas }: Caller, by: 1 | -1): void {
    if ((quotas?.subscriptions ?? null) === null) return
    const count = (this.#subscriptions.get(id) ?? 0) + by
    if (count === 0) this.#subscriptions.delete(id)
    else this.#subscriptions.set(id, count)
    this.#deps.bus.announce({ subscriptions: Object.fromEntries(this.#subscriptions) })
  }

  #current(counter: string, now: number): Taken | undefined {
    const taken = this.#taken.get(counter)
    if (taken === undefined) return undefined
    const { began, until } = taken
    // As the store does, see key-use.ts.
    return now < until && began <= now + (until - began) ? taken : undefined
  }

  #take(key: string, at: number, empty: readonly { readonly seconds: number; readonly limit: number; readonly counter: string }[]): Promise<void> {
    const periods = empty.map(({ seconds, limit }) => ({ seconds, limit, amount: Math.max(1, Math.floor(limit / TAKINGS)) }))
    const taking = this.#deps.store.write
      .takeRequests({ key, at, periods })
      .then((granted) => {
        for (const [n, { began, granted: left }] of granted.entries()) {
          const { counter = '', seconds = 0 } = empty[n] ?? {}
          this.#taken.set(counter, { began, until: began + seconds, left, isSpent: left === 0 })
        }
      })
      .finally(() => this.#taking.delete(key))
    this.#taking.set(key, taking)
    return taking
  }
}

export const subscriptionsUsed = ({ quotas }: Caller): string => `This key has its ${countOf(quotas?.subscriptions ?? 0, 'subscription')} already.`

const tooMany = ({ limit, word }: { readonly limit: number; readonly word: string }, seconds: number): AppError =>
  new AppError('rate_limited', {
    message: `This key has made its ${countOf(limit, 'request')} of this ${word}.`,
    retryAfterSeconds: Math.max(1, seconds),
  })
