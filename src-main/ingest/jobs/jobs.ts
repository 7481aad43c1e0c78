import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createPricer, type NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import { createNativeNow } from '../prices/native-price.ts'
import { NO_SERVICES, type Services } from '../services/services.ts'
import type { Adapters } from '../adapters.ts'
import { underLease, type Held } from '../leases/under-lease.ts'
import { endFirstRead } from '../stages/first-read.ts'
import type { ReadOptions } from '../stages/stage.ts'
import type { Jobs } from './interface.ts'
import { createJobStore, type JobStore } from './job-store.ts'
import { runLimited } from './limit.ts'
import { forResume, isActive, newRead, queuedAgain } from './plan.ts'
import type { JobRun, StopReason } from './job-run.ts'
import { runJob } from './run-job.ts'

export interface JobsOptions {
  readonly store: Store
  readonly engine: Engine
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Where progress and trades are published. Defaults to a local bus without listeners. */
  readonly bus?: Bus
  /** Services outside the chain. Defaults to none. */
  readonly services?: Pick<Services, 'creator'>
  /** Prices of the native coins, shared by all callers. Defaults to a separate reader. */
  readonly nativeNow?: NativeNow
}

/** Throttles for progress within a stage. State changes are always emitted and stored. */
const EMIT_EVERY_MS = 250
const SAVE_EVERY_MS = 1_000
/** Running jobs share the rate limits of the endpoints and the one writer of the store. */
const MAX_RUNNING_JOBS = 2
const MAX_BACKGROUND_JOBS = 1

/** A job that is queued or running in this process. */
interface LiveJob {
  job: JobRecord
  readonly abort: AbortController
  ended: Promise<JobRecord>
  /** Resolves when only background work is left. */
  readonly answered: PromiseWithResolvers<null>
  /** Milliseconds of the monotonic clock. */
  emittedAt: number
  savedAt: number
  /** The lease under which the running job reports progress. Null before the job runs, and if it was aborted before it got the lease. */
  held: Pick<Held, 'store' | 'isHeld'> | null
  /** Whether changes of the job are neither stored nor published by this process. */
  isSilent: boolean
}

export const createJobs = (options: JobsOptions): ReadJobs => new ReadJobs(options)

export class ReadJobs implements Jobs {
  readonly #adapters: Adapters
  readonly #clock: Clock
  readonly #records: JobStore
  readonly #run: Omit<JobRun, 'openAdapter' | 'signal' | 'onChange' | 'onTradesStored' | 'onTradesReverted' | 'inBackground'>
  readonly #live = new Map<string, LiveJob>()
  readonly #bus: Bus
  readonly #limit = pLimit(MAX_RUNNING_JOBS)
  readonly #backgroundLimit = pLimit(MAX_BACKGROUND_JOBS)
  #closed = false

  constructor({ store, engine, adapters, clock, logger, bus = createLocalBus(), services = NO_SERVICES, nativeNow }: JobsOptions) {
    this.#bus = bus
    this.#adapters = adapters
    this.#clock = clock
    this.#records = createJobStore(store, logger)
    const price = createPricer(store, nativeNow ?? createNativeNow({ adapters }))
    this.#run = { store, engine, clock, logger, price, services }
  }

  canRead(network: NetworkId): boolean {
    return this.#adapters.canRead(network)
  }

  async start(token: TokenKey, { depth, sinceBlock }: ReadOptions): Promise<JobRecord> {
    if (this.#closed) throw new AppError('source_unavailable', { message: 'The service is stopping.' })
    this.#adapters.get(token.network)
    const running = [...this.#live.values()].find(({ job }) => job.network === token.network && job.token_address === token.address && isActive(job))
    if (running !== undefined) return running.job
    return this.#launch(newRead(randomUUID(), token, { depth, sinceBlock }, unixSeconds(this.#clock)))
  }

  async get(id: string): Promise<JobRecord | null> {
    return this.#live.get(id)?.job ?? this.#records.get(id)
  }

  async list(): Promise<JobRecord[]> {
    const stored = await this.#records.list()
    const isStored = new Set(stored.map((job) => job.id))
    const running = [...this.#live.values()].map((entry) => entry.job).reverse()
    const newestFirst = [...running.filter((job) => !isStored.has(job.id)), ...stored.map((job) => this.#live.get(job.id)?.job ?? job)]
    // Jobs of the same second keep this order.
    return newestFirst.sort((a, b) => b.created_at - a.created_at)
  }

  async cancel(id: string): Promise<JobRecord> {
    const entry = this.#live.get(id)
    if (entry !== undefined) return stop(entry, 'cancelled')
    const job = await this.#existing(id)
    if (job.state === 'done' || job.state === 'failed') throw new AppError('conflict', { message: 'This job has ended; there is nothing to cancel.' })
    if (job.state === 'cancelled') return job
    const cancelled: JobRecord = { ...job, state: 'cancelled', updated_at: unixSeconds(this.#clock) }
    await this.#records.save(cancelled)
    const { store, engine } = this.#run
    const token: TokenKey = { network: job.network, address: trustedAddress(job.token_address) }
    await endFirstRead(store, token)
    engine.factsChanged(token)
    return cancelled
  }

  /**
   * Stops a job of this process that another process has cancelled. Stores and publishes nothing: the other process did, and the job may have been
   * queued again since.
   */
  async cancelledElsewhere(id: string): Promise<void> {
    const entry = this.#live.get(id)
    if (entry === undefined) return
    entry.isSilent = true
    await stop(entry, 'cancelled')
  }

  async resume(id: string): Promise<JobRecord> {
    const job = await this.#existing(id)
    if (this.#live.has(id)) return job
    if (job.kind !== 'read' || job.state === 'done') throw new AppError('conflict', { message: 'This job has ended; start a new one.' })
    this.#adapters.get(job.network)
    return this.#launch(queuedAgain(job, unixSeconds(this.#clock)))
  }

  /** Runs a stored job that no other process runs. */
  take(job: JobRecord): Promise<JobRecord> {
    const { id } = this.#launch({ ...job, stages: forResume(job.stages) }, false)
    return this.ended(id)
  }

  /** Jobs that are queued or running in this process. */
  live(): JobRecord[] {
    return [...this.#live.values()].map(({ job }) => job)
  }

  /** Whether another job would start immediately. */
  hasRoom(): boolean {
    return !this.#closed && this.#limit.activeCount + this.#limit.pendingCount < MAX_RUNNING_JOBS
  }

  async ended(id: string): Promise<JobRecord> {
    return this.#live.get(id)?.ended ?? this.#existing(id)
  }

  async answered(id: string): Promise<JobRecord> {
    const entry = this.#live.get(id)
    if (entry === undefined) return this.#existing(id)
    await Promise.race([entry.answered.promise, entry.ended])
    return entry.job
  }

  async resumeInterrupted(): Promise<void> {
    const left = (await this.#records.list()).filter(
      (job) => !this.#live.has(job.id) && job.kind === 'read' && (isActive(job) || job.state === 'interrupted'),
    )
    for (const job of left) {
      await this.#records.save({ ...job, state: 'interrupted' })
      if (this.#adapters.canRead(job.network)) await this.resume(job.id)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#live.values()].map((entry) => stop(entry, 'interrupted')))
    await this.#records.close()
  }

  async #existing(id: string): Promise<JobRecord> {
    const job = await this.get(id)
    if (job === null) throw new AppError('not_found', { message: 'There is no job with this id.' })
    return job
  }

  /** @param isNew whether the job was not queued before */
  #launch(job: JobRecord, isNew = true): JobRecord {
    const abort = new AbortController()
    const entry: LiveJob = {
      job,
      abort,
      emittedAt: -Infinity,
      savedAt: -Infinity,
      held: null,
      isSilent: false,
      ended: Promise.resolve(job),
      answered: Promise.withResolvers<null>(),
    }
    entry.ended = this.#runLimited(entry)
    this.#live.set(job.id, entry)
    if (isNew) this.#changed(entry, job, true)
    return job
  }

  /** Runs the job. Frees its slot for another job once only background work remains. */
  async #runLimited(entry: LiveJob): Promise<JobRecord> {
    const { signal } = entry.abort
    const start = async (): Promise<{ readonly last: Promise<JobRecord> }> => {
      const last = this.#runToEnd(entry)
      await Promise.race([last, entry.answered.promise])
      return { last }
    }
    return (await runLimited(this.#limit, start, signal)).last
  }

  async #runToEnd(entry: LiveJob): Promise<JobRecord> {
    const { id, network, token_address: address } = entry.job
    const token = { network, address }
    const { signal } = entry.abort
    const run = (held: Pick<Held, 'store' | 'signal'>): Promise<JobRecord> =>
      runJob(entry.job, {
        ...this.#run,
        ...held,
        openAdapter: () => this.#adapters.get(network),
        onChange: (next, settled) => this.#changed(entry, next, settled),
        inBackground: (work) => {
          entry.answered.resolve(null)
          return runLimited(this.#backgroundLimit, work, held.signal)
        },
        onTradesStored: (trades, rows) => this.#bus.publish('trades', token, { kind: 'stored', trades, rows }),
        onTradesReverted: (reverted) => this.#bus.publish('trades', token, { kind: 'reverted', ...reverted }),
      })
    const { store } = this.#run
    const underIt = (held: Held): Promise<JobRecord> => {
      entry.held = held
      return run({ store: held.store, signal: held.signal })
    }
    try {
      return await underLease({ bus: this.#bus, store }, token, signal, underIt).catch((error: unknown) => {
        if (signal.aborted) return run({ store, signal })
        throw error
      })
    } finally {
      await this.#records.saved()
      this.#live.delete(id)
    }
  }

  #changed(entry: LiveJob, job: JobRecord, settled: boolean): void {
    entry.job = job
    // The process that now has the lease reports the progress.
    if (entry.isSilent || entry.held?.isHeld() === false) return
    const now = performance.now()
    let stored: Promise<void> | null = null
    if (settled || now - entry.savedAt >= SAVE_EVERY_MS) {
      entry.savedAt = now
      stored = this.#records.save(job, entry.held?.store.write)
    }
    if (settled || now - entry.emittedAt >= EMIT_EVERY_MS) {
      entry.emittedAt = now
      const publish = (): void => this.#bus.publish('jobs', { network: job.network, address: job.token_address }, job)
      // Other processes look at the stored job when they hear that it ended.
      if (isActive(job) || stored === null) publish()
      else void stored.then(publish)
    }
  }
}

async function stop(entry: LiveJob, reason: StopReason): Promise<JobRecord> {
  entry.abort.abort(reason)
  return entry.ended
}
