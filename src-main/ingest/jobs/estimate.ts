import type { CallsLeft, JobStage, StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { StagePlan } from './plan.ts'

/** Estimates the remaining calls of a job from the calls made so far. Time and call counts are passed in. */

/** The pace and the calls per unit of a stage are measured over the last minute. */
const RECENT_MS = 60_000
/** A shorter time is not enough to measure the pace. */
const MIN_MS = 2_000
const MAX_SAMPLES = 600

export interface Estimate {
  /** By stage; absent if nothing is known. */
  readonly stages: Readonly<Partial<Record<StageName, CallsLeft>>>
  readonly job: CallsLeft
  readonly callsPerSecond: number | null
}

interface Sample {
  readonly atMs: number
  readonly calls: number
}

/** Calls per unit: over the whole stage, and recently. */
interface UnitCost {
  readonly overall: number
  readonly recent: number
}

const NOTHING: CallsLeft = { at_least: 0, at_most: 0 }

export class CallEstimator {
  #calls: Sample[] = []
  /** Samples of the running stage. */
  #stage: { readonly name: StageName; readonly samples: (Sample & { readonly done: number })[] } | null = null
  readonly #costs = new Map<StageName, UnitCost>()

  /** @param calls made so far by the adapter */
  estimate(plans: readonly StagePlan[], stages: readonly JobStage[], now: Sample): Estimate {
    this.#calls = recentOnly([...this.#calls, now], now.atMs)
    this.#measure(stages, now)
    const found = stages.map((stage) => [stage.name, this.#callsLeft(stage, plans, stages, now)] as const)
    return {
      stages: Object.fromEntries(found.filter(([, left]) => left !== null)),
      job: sum(found.map(([, left]) => left)),
      callsPerSecond: paceOf(this.#calls),
    }
  }

  #measure(stages: readonly JobStage[], now: Sample): void {
    const running = stages.find(({ state }) => state === 'running')
    if (running === undefined) return
    const { name, done } = running
    if (this.#stage?.name !== name) this.#stage = { name, samples: [] }
    const { samples } = this.#stage
    samples.push({ ...now, done })
    const [first] = samples
    if (first === undefined) return
    const since = samples.findLast(({ atMs }) => atMs <= now.atMs - RECENT_MS) ?? first
    // The first sample is kept: it covers the whole stage.
    if (samples.length > MAX_SAMPLES) samples.splice(1, samples.length - MAX_SAMPLES)
    if (done > first.done && done > since.done) {
      const costBetween = (start: typeof first): number => (now.calls - start.calls) / (done - start.done)
      this.#costs.set(name, { overall: costBetween(first), recent: costBetween(since) })
    }
  }

  #callsLeft(stage: JobStage, plans: readonly StagePlan[], stages: readonly JobStage[], now: Sample): CallsLeft | null {
    if (stage.state !== 'waiting' && stage.state !== 'running') return NOTHING
    const plan = plans.find(({ name }) => name === stage.name)
    const cost = stage.state === 'running' ? this.#costs.get(stage.name) : undefined
    if (plan?.continues !== undefined) return cost === undefined ? this.#rest(plan.continues, plans, stages, now) : atLeast(measure(stage, cost))
    const expected = plan?.calls?.(stages) ?? null
    if (stage.total !== null && stage.total > 0 && stage.done >= stage.total) return NOTHING
    if (cost === undefined || stage.total === null) return expected
    const measured = measure(stage, cost)
    const most = expected === null || expected.at_most === null ? null : Math.max(0, expected.at_most - this.#spent(now))
    return most === null ? measured : { at_least: Math.min(measured.at_least, most), at_most: Math.min(measured.at_most ?? most, most) }
  }

  /**
   * The work that another stage leaves to this one, extrapolated from that stage's own part. Older blocks may hold far more, so this is a lower
   * bound.
   */
  #rest(other: StageName, plans: readonly StagePlan[], stages: readonly JobStage[], now: Sample): CallsLeft | null {
    const cost = this.#costs.get(other)
    const before = stages.find(({ name }) => name === other)
    if (cost === undefined || before === undefined || before.total === null) return null
    const own = this.#callsLeft(before, plans, stages, now)
    return { at_least: Math.max(0, measure(before, cost).at_least - (own?.at_most ?? 0)), at_most: null }
  }

  #spent(now: Sample): number {
    return now.calls - (this.#stage?.samples[0]?.calls ?? now.calls)
  }
}

function measure({ total, done }: JobStage, { overall, recent }: UnitCost): CallsLeft {
  const units = (total ?? done) - done
  return { at_least: Math.ceil(Math.min(overall, recent) * units), at_most: Math.ceil(Math.max(overall, recent) * units) }
}

const atLeast = ({ at_least }: CallsLeft): CallsLeft => ({ at_least, at_most: null })

function sum(parts: readonly (CallsLeft | null)[]): CallsLeft {
  const most = parts.map((part) => part?.at_most ?? null)
  return {
    at_least: parts.reduce((all, part) => all + (part?.at_least ?? 0), 0),
    at_most: most.includes(null) ? null : most.reduce<number>((all, part) => all + (part ?? 0), 0),
  }
}

/** Starts with the last sample before the period. */
function recentOnly(samples: readonly Sample[], nowMs: number): Sample[] {
  const first = samples.findLastIndex(({ atMs }) => atMs <= nowMs - RECENT_MS)
  return samples.slice(Math.max(0, first)).slice(-MAX_SAMPLES)
}

function paceOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs - first.atMs < MIN_MS || last.calls === first.calls) return null
  return ((last.calls - first.calls) * 1_000) / (last.atMs - first.atMs)
}
