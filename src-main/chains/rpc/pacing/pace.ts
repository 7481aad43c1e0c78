import { backoffMs } from '../../../../src-shared/backoff.ts'
import { AnswerWindow } from './answer-window.ts'
import { RefusalNoise, type Verdict } from './noise.ts'
import { SentRate } from './sent-rate.ts'
import { TokenBucket } from './token-bucket.ts'

/** Calls a second before anything is known. */
const FIRST_RATE = 20
const SLOWEST = 0.2
/** No endpoint is called faster, so higher rates are not limited. */
const UNLIMITED = 20_000
/** Without refusals the rate doubles in two round trips, so a local node is not held back. */
const RAMP_PER_ROUND_TRIP = 0.35
const MIN_RAMP = 2
const MIN_ROUND_TRIP_MS = 0.1
/** The rate grows only if a call waited for it within this time: otherwise answers say nothing about the limit. */
const SATURATED_MS = 1_000
/** Callers that pause use less than the rate allows. Below this share of the rate, a refusal is attributed to the rate actually used. */
const REACHED = 0.8

/** Minimum time of a measurement between refusals, and the longer time from which it also bounds the next rates. */
const MEASURE_MS = 1_000
const LONG_MEASURE_MS = 4_000
/** A measurement with fewer answers is too rough to be shown and stored. */
const MEASURED_ANSWERS = 20
/** A wait of up to this time is the rest of the endpoint's rate window and part of the measurement. A longer one is a penalty. */
const WINDOW_MS = 10_000
/** Waits that an endpoint asks for make the measured rate up to a third too low. */
const CEILING_OVER_MEASURED = 1.35

/** The limit lies between the measured rate and the refused one. The search starts at this share of the way. */
const NEAR_REFUSED = 0.85

const STEP_BACK = 0.97
/** The rate approaches a share of the ceiling by additions, which are not exact. */
const ROUNDING = 1e-6
/** After a refusal below the known limit, calls go out at the answered rate for this time. */
const CHECK_MS = 4_000
/** After a penalty the refused rate is not approached again. */
const PENALTY_STEP_BACK = 0.85
const DEEPEST_CUT = 0.6
const DEEPEST_FIRST_CUT = 0.25
/** Two limits this close to each other are the same. */
const SAME_LIMIT = 0.1

/** Share of the distance to just below a refused rate that is recovered each second. */
const RETURN_PER_SECOND = 0.7
/** Time before a refused rate is exceeded again. It doubles while refusals confirm the limit. */
const FIRST_HOLD_MS = 2_000
const MAX_HOLD_MS = 60_000
/** A refusal costs the wait that the endpoint asks for, so the next one is risked only after this many times that wait. */
const HOLD_PER_WAIT = 30
/** Longest wait that is honoured: some endpoints send a date in seconds, or the end of the month. */
const MAX_WAIT_MS = 60 * 60_000
/** Growth per second after the hold. It doubles every five seconds, so a limit that was raised tenfold is found in half a minute. */
const GROWTH = 0.02
const GROWTH_DOUBLES_MS = 5_000
const MAX_GROWTH = 0.5
/** Wait of a single call that is refused at random. */
const CHANCE_WAIT_MS = 50
/** With noise a limit is noticed later, so the rate grows more slowly. */
const MAX_GROWTH_IN_NOISE = 0.04

/** Backoff after refusals that name no wait, while nothing is answered. */
const REFUSED_BACKOFF = { firstMs: 250, longestMs: 5_000 }

/**
 * Learns how many calls a second an endpoint, or one method of it, allows (docs/chains.md#pace). Between two refusals, an endpoint that is called
 * without pauses answers exactly the calls that it allows, so the answers in that time measure its limit. Times are milliseconds of a monotonic
 * clock.
 */
export class Pace {
  #rate: number
  /** The lowest rate that may be refused; null until a call was refused. */
  #ceiling: number | null
  #measured: number | null
  readonly #bucket: TokenBucket
  readonly #sent: SentRate
  #saturatedAt = Number.NEGATIVE_INFINITY
  #latencyMs: number | null = null
  #pausedUntil = 0
  #refusedAt = Number.NEGATIVE_INFINITY
  #refusalsInARow = 0
  /** Since the last refusal. */
  readonly #short: AnswerWindow
  /** Over several refusals if they come within `LONG_MEASURE_MS` of each other. */
  readonly #long: AnswerWindow
  #holdMs = FIRST_HOLD_MS
  #holdUntil = 0
  #grownAt = 0
  /** Until this time the rate stays at an answered one, to see whether it is refused. */
  #checkUntil = 0
  readonly #noise = new RefusalNoise()

  /** @param limit calls a second that were learnt before; null when none are known */
  constructor(limit: number | null, now: number, firstRate: number = FIRST_RATE) {
    this.#rate = limit ?? firstRate
    this.#ceiling = limit === null ? null : limit / STEP_BACK
    this.#measured = limit
    this.#bucket = new TokenBucket(now)
    this.#sent = new SentRate(now)
    this.#short = new AnswerWindow(now)
    this.#long = new AnswerWindow(now)
  }

  /** Known limit of the endpoint in calls a second; null while it refused none. */
  get limit(): number | null {
    return this.#ceiling === null ? null : (this.#measured ?? this.#rate)
  }

  get rate(): number {
    return this.#rate
  }

  /** The limit as measured between two refusals, or learnt before; null until it is found. */
  get measured(): number | null {
    return this.#measured
  }

  /** Share of the calls that the endpoint refuses whatever the rate. */
  get noise(): number {
    return this.#noise.share
  }

  /** Milliseconds until the wait after a refusal has passed. */
  pausedMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now)
  }

  /** A call recently had to wait for the rate. */
  isSaturated(now: number): boolean {
    return now - this.#saturatedAt <= SATURATED_MS
  }

  /** Milliseconds until the next call may go out. */
  waitMs(now: number): number {
    return Math.max(this.pausedMs(now), this.#rate >= UNLIMITED ? 0 : this.#bucket.waitMs(now, this.#rate))
  }

  /** @param waitedSince when the call began to wait for the rate; null when it did not */
  sent(now: number, waitedSince: number | null): void {
    this.#bucket.take(now, this.#rate)
    this.#short.skipPause(waitedSince ?? now, this.#sent.sentAt)
    this.#long.skipPause(waitedSince ?? now, this.#sent.sentAt)
    if (waitedSince !== null) this.#saturatedAt = now
    this.#sent.add(now, this.#pausedUntil)
  }

  answered(now: number, sentAt: number): void {
    const tookMs = Math.max(MIN_ROUND_TRIP_MS, now - sentAt)
    this.#latencyMs = (this.#latencyMs ?? tookMs) * 0.8 + tookMs * 0.2
    this.#short.add()
    this.#long.add()
    if (sentAt >= this.#refusedAt) this.#refusalsInARow = 0
    this.#applyVerdict(this.#noise.count({ isRefused: false, isAllowed: this.#isProven, rate: this.#rate, now, sentAt }), now)
    if (!this.isSaturated(now) || this.#noise.trialRate !== null || this.#noise.isOpen) return
    if (this.#ceiling !== null) this.#grow(now, this.#ceiling)
    else this.#rate = Math.min(UNLIMITED, this.#rate + Math.max(MIN_RAMP, RAMP_PER_ROUND_TRIP / (this.#latencyMs / 1_000)))
  }

  /**
   * Returns the milliseconds for which only this call should wait; 0 if all calls wait.
   *
   * @param retryAfterMs the wait that the endpoint asks for; null when it names none
   */
  refused(now: number, sentAt: number, retryAfterMs: number | null): number {
    const { isCalm } = this.#noise
    this.#applyVerdict(this.#noise.count({ isRefused: true, isAllowed: this.#isProven, rate: this.#rate, now, sentAt }), now)
    if ((retryAfterMs ?? 0) <= WINDOW_MS && this.#takeForNoise(now, sentAt, isCalm)) return retryAfterMs ?? CHANCE_WAIT_MS
    this.#slowDown(now, sentAt, retryAfterMs)
    return 0
  }

  /**
   * Returns whether the last counted refusal had another reason than the rate, as far as is known.
   *
   * @param isCalm whether only answers came before it
   */
  #takeForNoise(now: number, sentAt: number, isCalm: boolean): boolean {
    if (this.#noise.trialRate !== null) return true
    if (this.#noise.share > 0) return !this.#noise.isExceeded()
    if (!isCalm) return false
    if (this.#ceiling === null) {
      this.#noise.leaveOpen()
      return true
    }
    if (now >= this.#checkUntil || sentAt < this.#refusedAt) return false
    this.#applyVerdict(this.#noise.contradict(), now)
    return true
  }

  /** No limit is known, or the rate was answered in full. */
  get #isProven(): boolean {
    return this.#ceiling === null || (this.#measured !== null && this.#rate <= this.#measured)
  }

  /** The rate exceeds no known limit. */
  get #isAllowed(): boolean {
    return this.#ceiling === null || this.#rate <= this.#ceiling * STEP_BACK * (1 + ROUNDING)
  }

  #slowDown(now: number, sentAt: number, retryAfterMs: number | null): void {
    // A call that went out before the last refusal was known says nothing about the rate since.
    const isKnown = sentAt < this.#refusedAt
    if (!isKnown) this.#refusalsInARow += 1
    const isAgain = this.#refusalsInARow > 1
    const backoff = retryAfterMs === null || isAgain ? backoffMs(this.#refusalsInARow, REFUSED_BACKOFF) : 0
    const wait = Math.min(MAX_WAIT_MS, Math.max(retryAfterMs ?? 0, backoff))
    this.#pausedUntil = Math.max(this.#pausedUntil, now + wait)
    this.#bucket.restart(this.#pausedUntil)
    if (isKnown) return
    this.#refusedAt = now
    // Refusals without an answer between them count as one: the endpoint's window is used up.
    if (!isAgain) this.#cut(now, wait)
  }

  /** Forgets the limit, because the refusals it was learnt from had another reason. */
  forget(): void {
    this.#checkUntil = 0
    this.#ceiling = null
    this.#measured = null
    this.#pausedUntil = 0
  }

  /** Applies the verdict of a noise trial, if one ended. */
  #applyVerdict(verdict: Verdict | null, now: number): void {
    const { trialRate } = this.#noise
    if (trialRate !== null) this.#rate = trialRate
    if (verdict === 'noise') this.forget()
    if (verdict !== null) this.#grownAt = now
  }

  #cut(now: number, waitMs: number): void {
    if (this.#noise.trialRate !== null) return
    const previous = this.#ceiling
    const wasAllowed = this.#isAllowed
    const refused = this.#usedRate(now)
    const ms = this.#short.durationMs(now)
    const { share } = this.#noise
    const measured = share > 0 ? this.#noise.answered / (1 - share) : Math.min(refused, this.#short.perSecond(now))
    const isLong = this.#long.durationMs(now) >= LONG_MEASURE_MS
    const long = share > 0 ? measured : Math.min(refused, this.#long.perSecond(now))
    const isFirst = previous === null
    const deepest = refused * (isFirst ? DEEPEST_FIRST_CUT : DEEPEST_CUT)
    const isPenalty = waitMs > WINDOW_MS
    const highest = refused * (isPenalty ? PENALTY_STEP_BACK : STEP_BACK)
    this.#rate = Math.max(SLOWEST, deepest, ms < MEASURE_MS && !isFirst ? 0 : Math.min(highest, measured))
    if (isPenalty) this.#ceiling = this.#rate / STEP_BACK
    else if (isFirst) this.#ceiling = Math.min(refused, Math.max(this.#rate, measured * CEILING_OVER_MEASURED))
    else if (isLong) this.#ceiling = Math.max(this.#rate, Math.min(long + (refused - long) * NEAR_REFUSED, long * CEILING_OVER_MEASURED))
    else this.#ceiling = refused
    const isConfirmed = isSame(previous, this.#ceiling) || (isLong && isSame(this.#measured, long))
    if (!isFirst && isLong && this.#long.answers >= MEASURED_ANSWERS) this.#measured = long
    const longestHoldMs = Math.max(MAX_HOLD_MS, waitMs * HOLD_PER_WAIT)
    const shortestHoldMs = isPenalty ? waitMs * 4 : FIRST_HOLD_MS
    this.#holdMs = isConfirmed ? Math.min(longestHoldMs, Math.max(this.#holdMs * 2, shortestHoldMs)) : shortestHoldMs
    this.#grownAt = Math.max(now, this.#pausedUntil)
    if (wasAllowed && !isFirst && !isPenalty && ms >= MEASURE_MS && share === 0) this.#checkUntil = this.#grownAt + CHECK_MS
    this.#holdUntil = this.#grownAt + this.#holdMs
    const measuredFrom = isPenalty ? this.#pausedUntil : now
    this.#short.restart(measuredFrom)
    if (isFirst || isLong || isPenalty) this.#long.restart(measuredFrom)
    this.#noise.cut(refused, isFirst || ms < MEASURE_MS ? null : measured, now)
    this.#rate = this.#noise.trialRate ?? this.#rate
  }

  /** Returns quickly to just below the refused rate, stays there for a while, and then tries a little more. */
  #grow(now: number, ceiling: number): void {
    const seconds = Math.min(1_000, now - this.#grownAt) / 1_000
    if (seconds <= 0) return
    this.#grownAt = now
    if (now < this.#checkUntil) return
    const plateau = ceiling * STEP_BACK
    if (this.#rate < plateau) this.#rate += (plateau - this.#rate) * Math.min(1, RETURN_PER_SECOND * seconds)
    if (now <= this.#holdUntil) return
    const growth = Math.min(this.#noise.share > 0 ? MAX_GROWTH_IN_NOISE : MAX_GROWTH, GROWTH * 2 ** ((now - this.#holdUntil) / GROWTH_DOUBLES_MS))
    this.#rate = Math.min(UNLIMITED, this.#rate * (1 + growth * seconds))
  }

  /** The rate, or the rate that callers actually used if it is clearly lower. */
  #usedRate(now: number): number {
    const sent = this.#sent.perSecond(now, this.#pausedUntil)
    return sent < this.#rate * REACHED ? sent : this.#rate
  }
}

const isSame = (before: number | null, now: number): boolean => before !== null && Math.abs(now / before - 1) < SAME_LIMIT
