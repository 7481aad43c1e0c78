import { LoneRefusals } from './lone-refusals.ts'

/**
 * Distinguishes refusals at any rate, for example from an overloaded replica behind a load balancer, from refusals above a limit
 * (docs/chains.md#pace). Above a limit, a lower rate raises the share of answered calls. With noise the share stays the same, so a trial compares it
 * at two rates.
 */

/** A limit never refuses a rate far below one that was answered before. This many cuts at such rates, among the newest cuts, are suspicious. */
const FAR_BELOW = 0.7
const SUSPICIOUS_CUTS = 2
const NEWEST_CUTS = 24
/** This many cuts within this few calls are suspicious too: after each wait, a limit allows as many answers as fit into that time. */
const DENSE_CUTS = 4
const DENSE_CALLS = 24
/** The number of cuts doubles with each trial that finds a limit, up to this factor. */
const MAX_DOUBT = 4
/** Rates of the two parts of a trial, as shares of the rate before the cuts. */
const TRIAL_RATES = [1 / 2, 1 / 6] as const
/** Rate at which known noise is measured again, as a share of the rate that seems to be above a limit. */
const RETRIAL_RATE = 0.6
const MIN_TRIAL_CALLS = { trial: 16, retrial: 40 } as const
const MAX_TRIAL_CALLS = 200
/** A trial lasts for about this many refusals, estimated from the share seen before it. */
const TRIAL_REFUSALS = { trial: 5, retrial: 8 } as const
/** Fewer refusals in a part of a trial may be the tail of a burst. */
const MIN_REFUSALS = 2
/** If a larger share of calls is refused, the rate is far above a limit. */
const MAX_SHARE = 0.65
/** Factor by which a lower rate must raise the share of answered calls to indicate a limit. */
const MORE_ANSWERED = { trial: 1.4, retrial: 1.15 } as const
/** This many consecutive refusals during a trial mean that a limit's window is used up. */
const MAX_IN_A_ROW = 8

/** Windows of the newest outcomes that are compared with the noise, and the margin by which they must exceed it. */
const WINDOWS = [20, 40, 100, 200] as const
const MAX_WINDOW = 200
const DEVIATIONS = 4
const REFUSALS_MORE = 3
/** A smaller share does not count as noise. */
const MIN_SHARE = 0.0005
/** The share is averaged over about this many calls or refusals, whichever takes longer. */
const AVERAGED = { calls: 2_000, refusals: 30 }

interface Outcome {
  readonly isRefused: boolean
  /** Calls a second at the time of the outcome. */
  readonly rate: number
}

interface CountedOutcome extends Outcome {
  /** The rate is below every known limit. */
  readonly isAllowed: boolean
  /** Milliseconds. */
  readonly now: number
  readonly sentAt: number
}

interface Cut {
  /** Number of the call. */
  readonly call: number
  readonly rate: number
  /** Calls a second that were answered since the previous cut; null if that time was too short. */
  readonly answered: number | null
  readonly isBelow: boolean
}

interface Trial {
  readonly kind: keyof typeof MORE_ANSWERED
  readonly startedAt: number
  readonly rate: number
  /** Share of refused calls at a higher rate; null in the first part of a trial. */
  readonly shareBefore: number | null
  readonly calls: number
  /** Counts so far. */
  seen: number
  refused: number
  inARow: number
}

/** The result of a trial: `noise` if refusals do not depend on the rate. */
export type Verdict = 'noise' | 'limit'

export class RefusalNoise {
  #share = 0
  #outcomes: Outcome[] = []
  #calls = 0
  #cuts: Cut[] = []
  #doubt = 1
  #trial: Trial | null = null
  #exceeded = 0
  readonly #lone = new LoneRefusals()
  /** The share counts only refusals that stand alone. The first rate that seems to be above a limit disproves it. */
  #isTentative = false

  /** Share of the calls that are refused whatever the rate. */
  get share(): number {
    return this.#share
  }

  /** The fixed rate of a trial; null while none runs. */
  get trialRate(): number | null {
    return this.#trial?.rate ?? null
  }

  /** Only answers came recently. */
  get isCalm(): boolean {
    return this.#lone.isCalm
  }

  /** A refusal was left open, and the next calls decide whether it is noise. */
  get isOpen(): boolean {
    return this.#share === 0 && this.#lone.isOpen
  }

  /** Counts an outcome. Returns the verdict of the trial that it ends. */
  count({ isRefused, isAllowed, rate, now, sentAt }: CountedOutcome): Verdict | null {
    this.#calls += 1
    this.#countLone(isRefused)
    const trial = this.#trial
    if (trial !== null) return sentAt < trial.startedAt ? null : this.#countTrial(trial, isRefused, now)
    if (this.#share === 0) return null
    this.#outcomes.push({ isRefused, rate })
    if (this.#outcomes.length > MAX_WINDOW) this.#outcomes.shift()
    // Refusals above a limit are not noise.
    if (isAllowed) this.#share += (Number(isRefused) - this.#share) / Math.max(AVERAGED.calls, AVERAGED.refusals / this.#share)
    if (this.#share < MIN_SHARE) this.#share = 0
    return null
  }

  /** A share that was found from lone refusals is updated with each of them. */
  #countLone(isRefused: boolean): void {
    const { isCalm } = this.#lone
    if (this.#lone.count(isRefused)) {
      this.#share = this.#lone.share
      this.#isTentative = true
    } else if (isRefused && isCalm && this.#isTentative) this.#lone.open()
  }

  /** The last counted refusal came while no limit was known. If it stands alone, it is noise. */
  leaveOpen(): void {
    this.#lone.open()
  }

  /** The last counted refusal hit a single call at a fully answered rate. Returns a verdict if there were enough such refusals. */
  contradict(): Verdict | null {
    return this.#lone.contradict(this.#doubt) ? this.#end('noise', this.#lone.share) : null
  }

  /** Whether so many of the newest calls were refused that the rate seems to be above a limit. */
  isExceeded(): boolean {
    return WINDOWS.some((size) => {
      if (this.#outcomes.length < size) return false
      const refused = refusedShare(this.#outcomes.slice(-size)) * size
      return refused > size * this.#share + DEVIATIONS * Math.sqrt(size * this.#share * (1 - this.#share)) + REFUSALS_MORE
    })
  }

  /** Recently answered calls per second, if the whole rate was used. */
  get answered(): number {
    return this.#outcomes.reduce((sum, { isRefused, rate }) => sum + (isRefused ? 0 : rate), 0) / Math.max(1, this.#outcomes.length)
  }

  /**
   * The rate was cut. Begins a trial if the noise is to be measured.
   *
   * @param rateBefore calls a second that went out
   * @param answered calls a second since the previous cut; null if that time was too short
   */
  cut(rateBefore: number, answered: number | null, now: number): void {
    if (this.#trial !== null) return
    if (this.#isTentative) {
      this.#end('limit', 0)
      return
    }
    if (this.#share > 0) {
      this.#exceeded += 1
      const shareBefore = refusedShare(this.#outcomes)
      this.#outcomes = []
      // A limit that is hit repeatedly needs no further measurement, and a small share would take too many calls.
      if (Number.isInteger(Math.log2(this.#exceeded)) && this.#share * MAX_TRIAL_CALLS >= TRIAL_REFUSALS.retrial)
        this.#begin({ kind: 'retrial', startedAt: now, rate: rateBefore * RETRIAL_RATE, shareBefore, calls: trialCalls('retrial', this.#share) })
      return
    }
    const proven = Math.max(...this.#cuts.map((cut) => cut.answered ?? 0))
    this.#cuts = [...this.#cuts.slice(1 - NEWEST_CUTS), { call: this.#calls, rate: rateBefore, answered, isBelow: rateBefore < proven * FAR_BELOW }]
    const [first] = this.#cuts
    const far = this.#cuts.filter(({ isBelow }) => isBelow).length
    const dense = this.#cuts.filter(({ call }) => call > this.#calls - DENSE_CALLS).length
    if (first === undefined || (far < SUSPICIOUS_CUTS * this.#doubt && dense < DENSE_CUTS * this.#doubt)) return
    const share = (this.#cuts.length - 1) / Math.max(1, this.#calls - first.call)
    const highest = Math.max(...this.#cuts.map((cut) => cut.rate))
    const calls = trialCalls('trial', share)
    this.#begin({ kind: 'trial', startedAt: now, rate: highest * TRIAL_RATES[0], shareBefore: null, calls })
  }

  #begin(trial: Omit<Trial, 'seen' | 'refused' | 'inARow'>): void {
    this.#trial = { ...trial, seen: 0, refused: 0, inARow: 0 }
  }

  #countTrial(trial: Trial, isRefused: boolean, now: number): Verdict | null {
    trial.seen += 1
    if (isRefused) trial.refused += 1
    trial.inARow = isRefused ? trial.inARow + 1 : 0
    const { kind, calls, seen, refused, inARow, rate, shareBefore } = trial
    if (inARow >= MAX_IN_A_ROW) return this.#end('limit', this.#share)
    if (seen < calls) return null
    const share = refused / seen
    if (refused < MIN_REFUSALS) return this.#end('limit', 0)
    if (share > MAX_SHARE) return this.#end('limit', this.#share)
    if (shareBefore === null) {
      this.#begin({ kind, calls, startedAt: now, rate: (rate / TRIAL_RATES[0]) * TRIAL_RATES[1], shareBefore: share })
      return null
    }
    if ((1 - share) / (1 - shareBefore) <= MORE_ANSWERED[kind]) return this.#end('noise', share)
    return this.#end('limit', this.#share === 0 ? share : Math.min(this.#share, share))
  }

  #end(verdict: Verdict, share: number): Verdict {
    this.#trial = null
    this.#isTentative = false
    this.#lone.reset()
    this.#cuts = []
    this.#outcomes = []
    if (share === 0) this.#exceeded = 0
    this.#share = share
    this.#doubt = verdict === 'noise' ? 1 : Math.min(MAX_DOUBT, this.#doubt * 2)
    return verdict
  }
}

const refusedShare = (outcomes: readonly Outcome[]): number => outcomes.filter(({ isRefused }) => isRefused).length / Math.max(1, outcomes.length)

const trialCalls = (kind: Trial['kind'], share: number): number =>
  Math.min(MAX_TRIAL_CALLS, Math.max(MIN_TRIAL_CALLS[kind], Math.ceil(TRIAL_REFUSALS[kind] / share)))
