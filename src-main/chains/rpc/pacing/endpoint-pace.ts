import { Pace } from './pace.ts'

/** Calls a second that an endpoint allows, as learnt so far. Null: it refused no call. */
export interface LearntPace {
  readonly perSecond: number | null
  /** Calls a second of methods with a separate limit. */
  readonly methods: Readonly<Record<string, number>>
  /** Calls per request; 1 if batches bring no gain, absent while it is unknown. */
  readonly callsPerRequest?: number | undefined
}

/** Matches refusals that concern one method and not every call to the endpoint. */
const NAMES_METHOD = /(?:specific|this|per) (?:rpc )?(?:call|method)/i
/** If evenly spread refusals would hit a method this often with a lower probability than this, the method has a separate limit. */
const UNLIKELY = 0.001
const MIN_REFUSALS = 3
/** Consecutive refusals with a lower probability than this are no longer attributed to chance. */
const BY_CHANCE = 1e-7
/** This many methods with a separate limit mean that the endpoint limits each method. */
const METHODS_LIMITED = 2
/** The counts are halved above this number of calls, so that they describe recent calls. */
const COUNTED_CALLS = 2_000

interface Counts {
  calls: number
  refusals: number
}

/** The pace of one endpoint: over all its methods, and for each method found to have a separate limit. */
export class EndpointPace {
  readonly #overall: Pace
  readonly #methods = new Map<string, Pace>()
  readonly #counts = new Map<string, Counts>()
  #calls = 0
  #refusals = 0
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(learnt: LearntPace | null, now: number) {
    this.#overall = new Pace(learnt?.perSecond ?? null, now)
    for (const [method, perSecond] of Object.entries(learnt?.methods ?? {})) this.#methods.set(method, new Pace(perSecond, now))
  }

  get learnt(): LearntPace {
    const methods = [...this.#methods].flatMap(([method, { limit }]) => (limit === null ? [] : [[method, limit] as const]))
    return { perSecond: this.#overall.limit, methods: Object.fromEntries(methods) }
  }

  waitMs(method: string, now: number): number {
    return Math.max(this.#overall.waitMs(now), this.#methods.get(method)?.waitMs(now) ?? 0)
  }

  pausedMs(method: string, now: number): number {
    return Math.max(this.#overall.pausedMs(now), this.#methods.get(method)?.pausedMs(now) ?? 0)
  }

  /** The slowest pace that currently holds back the endpoint's callers; null if none does. */
  holdingBack(now: number): Pace | null {
    const paces = [this.#overall, ...this.#methods.values()].filter(
      (pace) => pace.limit !== null && (pace.isSaturated(now) || pace.pausedMs(now) > 0),
    )
    return paces.toSorted((a, b) => a.rate - b.rate)[0] ?? null
  }

  sent(method: string, now: number, waitedSince: number | null): void {
    for (const pace of this.#pacesOf(method)) pace.sent(now, waitedSince)
    this.#countsOf(method).calls += 1
    this.#calls += 1
    if (this.#calls > COUNTED_CALLS) this.#halveCounts()
  }

  answered(method: string, now: number, sentAt: number): void {
    for (const pace of this.#pacesOf(method)) pace.answered(now, sentAt)
  }

  /** Number of consecutive refusals of one call that chance does not explain. */
  refusalsBeyondChance(method: string): number {
    const noise = Math.max(...this.#pacesOf(method).map((pace) => pace.noise))
    return noise === 0 ? 0 : Math.ceil(Math.log(BY_CHANCE) / Math.log(noise))
  }

  /**
   * Returns the milliseconds for which only this call should wait; 0 if all calls wait.
   *
   * @param text the endpoint's error text, which may name the method as the reason
   */
  refused(
    method: string,
    refusal: { readonly now: number; readonly sentAt: number; readonly retryAfterMs: number | null; readonly text: string },
  ): number {
    const { now, sentAt, retryAfterMs, text } = refusal
    // Calls in flight when one was refused are refused for the same reason, so they count once.
    if (sentAt >= this.#refusedAt) {
      this.#countsOf(method).refusals += 1
      this.#refusals += 1
      this.#refusedAt = now
    }
    return this.#paceToBlame(method, text, now).refused(now, sentAt, retryAfterMs)
  }

  #paceToBlame(method: string, text: string, now: number): Pace {
    const known = this.#methods.get(method)
    if (known !== undefined) return known
    if (!NAMES_METHOD.test(text) && this.#methods.size < METHODS_LIMITED && !this.#isRefusedAlone(method)) return this.#overall
    const made = new Pace(null, now, this.#overall.rate)
    this.#methods.set(method, made)
    // What was learnt from refusals of this method says nothing about the others.
    if (this.#isRefusedAlone(method)) this.#overall.forget()
    return made
  }

  /** Whether refusals hit this method more often than chance explains. */
  #isRefusedAlone(method: string): boolean {
    const { calls, refusals } = this.#countsOf(method)
    return refusals >= MIN_REFUSALS && chanceOfAtLeast(refusals, this.#refusals, calls / Math.max(1, this.#calls)) < UNLIKELY
  }

  #pacesOf(method: string): readonly Pace[] {
    const own = this.#methods.get(method)
    return own === undefined ? [this.#overall] : [this.#overall, own]
  }

  #countsOf(method: string): Counts {
    const known = this.#counts.get(method)
    if (known !== undefined) return known
    const made = { calls: 0, refusals: 0 }
    this.#counts.set(method, made)
    return made
  }

  #halveCounts(): void {
    this.#calls = 0
    this.#refusals = 0
    for (const counts of this.#counts.values()) {
      counts.calls = Math.floor(counts.calls / 2)
      counts.refusals = Math.floor(counts.refusals / 2)
      this.#calls += counts.calls
      this.#refusals += counts.refusals
    }
  }
}

/** Upper tail of the binomial distribution: the chance that at least `least` of `all` happen, each with the chance `share`. */
function chanceOfAtLeast(least: number, all: number, share: number): number {
  if (share >= 1) return 1
  let chance = 0
  // A logarithm, because the probability of none among hundreds underflows.
  let exactly = all * Math.log1p(-share)
  for (let count = 0; count <= all; count++) {
    if (count >= least) chance += Math.exp(exactly)
    exactly += Math.log(((all - count) / (count + 1)) * (share / (1 - share)))
  }
  return chance
}
