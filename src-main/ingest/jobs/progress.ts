import type { JobRecord, JobStage } from '../../../src-shared/contract/records/jobs.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { retryWhileStoreUnavailable } from './store-waits.ts'
import { CallEstimator } from './estimate.ts'
import { stageSecondsLeft, stopped, type StagePlan } from './plan.ts'
import type { JobRun, StopReason } from './job-run.ts'

/** The record of a running job, emitted with every change. */
export class JobProgress {
  #job: JobRecord
  readonly #run: JobRun
  readonly #estimator = new CallEstimator()
  #calls: (() => number) | null = null
  #plans: readonly StagePlan[] = []
  #storeWait: string | null = null

  constructor(job: JobRecord, run: JobRun) {
    this.#job = job
    this.#run = run
  }

  get job(): JobRecord {
    return this.#job
  }

  /** Starts estimating the remaining calls of the job. */
  countCalls({ callsMade }: ChainAdapter, plans: readonly StagePlan[]): void {
    this.#calls = callsMade ?? null
    this.#plans = plans
  }

  update(change: Partial<JobRecord>, settled = true): void {
    this.#job = this.#withEstimate({ ...this.#job, ...change, updated_at: unixSeconds(this.#run.clock) })
    this.#run.onChange(this.#job, settled)
  }

  updateStage(name: string, change: Partial<JobStage>, settled = true): void {
    this.update({ stages: this.#job.stages.map((stage) => (stage.name === name ? { ...stage, ...change } : stage)) }, settled)
  }

  /** Retries work while the store cannot accept it. Meanwhile the stage says why. */
  retryWhileStoreUnavailable<T>(work: () => Promise<T>): Promise<T> {
    const onWait = (message: string | null): void => {
      this.#storeWait = message
      this.showWait(null)
      this.update({})
    }
    return retryWhileStoreUnavailable(work, { signal: this.#run.signal, onWait })
  }

  /** Shows in the running stage, or else in the next one, what its calls wait for. Null when they no longer wait. */
  showWait(calls: string | null): void {
    const { stages } = this.#job
    const text = this.#storeWait ?? calls
    const stage = stages.find(({ state }) => state === 'running') ?? stages.find(({ state }) => state === 'waiting')
    if (stage !== undefined && stage.message !== text) this.updateStage(stage.name, { message: text }, false)
  }

  /** The running stage restarts when the job is resumed. */
  stop(state: StopReason): void {
    this.update({ state, stages: stopped(this.#job.stages) })
  }

  #withEstimate(job: JobRecord): JobRecord {
    const calls = this.#calls
    if (calls === null) return { ...job, seconds_left: stageSecondsLeft(job.stages, job.updated_at) }
    const { stages, job: left, callsPerSecond } = this.#estimator.estimate(this.#plans, job.stages, { atMs: performance.now(), calls: calls() })
    const isRunning = job.state === 'running'
    const seconds = (count: number | null): number | null =>
      !isRunning || count === null || callsPerSecond === null ? null : Math.ceil(count / callsPerSecond)
    return {
      ...job,
      stages: job.stages.map(({ calls_left: _before, ...stage }) => {
        const own = stages[stage.name]
        return own === undefined ? stage : { ...stage, calls_left: own }
      }),
      seconds_left: seconds(left.at_least),
      seconds_left_at_most: seconds(left.at_most),
      calls_left: left,
      calls_per_second: callsPerSecond,
    }
  }
}
