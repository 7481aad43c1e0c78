import { randomUUID } from 'node:crypto'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createPricer, type NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../sources/adapters.ts'
import type { Jobs, ReadOptions } from './interface.ts'
import { forResume, isActive, newStage, READ_PLAN } from './plan.ts'
import { createNativeNow } from '../prices/native-price.ts'
import { openPlaces } from '../places.ts'
import { NO_SERVICES, type Services } from '../services/services.ts'
import { runJob, type StopReason } from './run-job.ts'

export interface JobsOptions {
  readonly store: Store
  readonly engine: Engine
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Services outside the chain; none unless given. */
  readonly services?: Pick<Services, 'creator'>
  readonly newId?: () => string
  /** What the native coins cost, kept for all who ask; kept apart unless given. */
  readonly nativeNow?: NativeNow
}

/** Progress within a stage is told at most this often; changes of state always. */
const TELL_EVERY_MS = 250
const KEEP_EVERY_MS = 1_000
/** Jobs share the endpoints' patience and the store's one writer. */
const JOBS_AT_ONCE = 2
const LISTED = 200

interface Live {
  job: JobRecord
  readonly abort: AbortController
  readonly ended: Promise<JobRecord>
  toldAt: number
  keptAt: number
}

/** Read jobs: see interface.ts. */
export function createJobs(options: JobsOptions): Jobs {
  const { store, engine, adapters, clock, logger, services = NO_SERVICES } = options
  const price = createPricer(store, options.nativeNow ?? createNativeNow({ adapters, clock }))
  const newId = options.newId ?? randomUUID
  const live = new Map<string, Live>()
  const progressListeners = new Set<(job: JobRecord) => void>()
  const tradeListeners = new Set<(network: NetworkId, trades: readonly Trade[]) => void>()
  const places = openPlaces(JOBS_AT_ONCE)
  let writes: Promise<unknown> = Promise.resolve()
  let closed = false

  /** Writes of a record are queued: an older one never lands on a newer. */
  function keep(job: JobRecord): void {
    writes = writes
      .then(() => store.write.saveJob(job))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'a job could not be stored')
      })
  }

  function changed(entry: Live, job: JobRecord, settled: boolean): void {
    entry.job = job
    const now = clock.now()
    if (settled || now - entry.keptAt >= KEEP_EVERY_MS) {
      entry.keptAt = now
      keep(job)
    }
    if (settled || now - entry.toldAt >= TELL_EVERY_MS) {
      entry.toldAt = now
      for (const listener of progressListeners) listener(job)
    }
  }

  function launch(job: JobRecord): JobRecord {
    const abort = new AbortController()
    const run = async (): Promise<JobRecord> => {
      const last = await runJob(entry.job, {
        store,
        engine,
        openAdapter: () => adapters.get(job.network),
        clock,
        logger,
        signal: abort.signal,
        changed: (next, settled) => {
          changed(entry, next, settled)
        },
        price,
        services,
        tradesStored: (trades) => {
          for (const listener of tradeListeners) listener(job.network, trades)
        },
      })
      await writes
      live.delete(job.id)
      return last
    }
    const entry: Live = { job, abort, toldAt: 0, keptAt: 0, ended: Promise.resolve().then(() => places.run(run, abort.signal)) }
    live.set(job.id, entry)
    changed(entry, job, true)
    return job
  }

  const get = async (id: string): Promise<JobRecord | null> => live.get(id)?.job ?? store.read.job(id)

  async function existing(id: string): Promise<JobRecord> {
    const job = await get(id)
    if (job === null) throw new AppError('not_found', { say: 'There is no job by this id.' })
    return job
  }

  async function stop(entry: Live, reason: StopReason): Promise<JobRecord> {
    entry.abort.abort(reason)
    return entry.ended
  }

  async function resume(id: string): Promise<JobRecord> {
    const job = await existing(id)
    if (live.has(id)) return job
    if (job.kind !== 'read' || job.state === 'done') throw new AppError('conflict', { say: 'This job has ended; start a new one.' })
    adapters.get(job.network)
    return launch({ ...job, state: 'queued', error: null, stages: forResume(job.stages), updated_at: unixSeconds(clock) })
  }

  return {
    reads: adapters.reads,
    canRead: adapters.canRead,
    get,
    resume,
    async start(token: TokenKey, readOptions: ReadOptions) {
      if (closed) throw new AppError('source_unavailable', { say: 'The service is stopping.' })
      adapters.get(token.network)
      const atIt = [...live.values()].find(({ job }) => job.network === token.network && job.token_address === token.address && isActive(job))
      if (atIt !== undefined) return atIt.job
      const now = unixSeconds(clock)
      return launch({
        id: newId(),
        kind: 'read',
        network: token.network,
        token_address: token.address,
        state: 'queued',
        stages: READ_PLAN.map(newStage),
        created_at: now,
        updated_at: now,
        seconds_left: null,
        error: null,
        options: { depth: readOptions.depth, since_block: readOptions.sinceBlock },
      })
    },
    async list() {
      const stored = await store.read.jobs({ limit: LISTED })
      const fresh = [...live.values()].map((entry) => entry.job)
      const older = stored.filter((job) => !live.has(job.id))
      return [...fresh, ...older].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
    },
    async cancel(id) {
      const entry = live.get(id)
      if (entry !== undefined) return stop(entry, 'cancelled')
      const job = await existing(id)
      if (job.state === 'done' || job.state === 'failed') throw new AppError('conflict', { say: 'This job has ended; there is nothing to cancel.' })
      if (job.state === 'cancelled') return job
      const cancelled: JobRecord = { ...job, state: 'cancelled', updated_at: unixSeconds(clock) }
      keep(cancelled)
      await writes
      return cancelled
    },
    async ended(id) {
      return live.get(id)?.ended ?? existing(id)
    },
    onProgress(listener) {
      progressListeners.add(listener)
      return () => {
        progressListeners.delete(listener)
      }
    },
    onTrades(listener) {
      tradeListeners.add(listener)
      return () => {
        tradeListeners.delete(listener)
      }
    },
    async resumeInterrupted() {
      const left = (await store.read.jobs({ limit: LISTED })).filter(
        (job) => !live.has(job.id) && job.kind === 'read' && (isActive(job) || job.state === 'interrupted'),
      )
      for (const job of left) {
        keep({ ...job, state: 'interrupted' })
        await writes
        if (adapters.canRead(job.network)) await resume(job.id)
      }
    },
    async close() {
      closed = true
      await Promise.all([...live.values()].map((entry) => stop(entry, 'interrupted')))
      await writes
    },
  }
}
