import { randomUUID } from 'node:crypto'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import type { Jobs } from '../jobs/interface.ts'
import type { ReadJobs } from '../jobs/jobs.ts'
import { isActive, newRead, queuedAgain, stopped } from '../jobs/plan.ts'
import { endFirstRead } from '../stages/first-read.ts'
import { openWorkQueue } from './work-queue.ts'

export interface SharedJobsOptions {
  readonly store: Store
  readonly bus: Bus
  /** The networks that at least one process reads. */
  readonly adapters: Pick<Adapters, 'canRead' | 'get'>
  readonly clock: Clock
  readonly logger: Logger
  /** Runs the jobs that this process takes. Null if it runs none. */
  readonly own: { readonly jobs: ReadJobs; readonly adapters: Pick<Adapters, 'canRead'> } | null
}

const LISTED = 200
/** How often to poll, because a message may be missed while the bus servers are unreachable. */
const LOOK_MS = 2_000

/** Jobs that any process may start, watch and stop, and that exactly one worker runs (docs/team.md#jobs). The table of jobs is the queue. */
export function createSharedJobs({ store, bus, adapters, clock, logger, own }: SharedJobsOptions): Jobs {
  const publish = (job: JobRecord): void => bus.publish('jobs', subject(job), job)
  const subject = ({ network, token_address: address }: JobRecord): TokenKey => ({ network, address: trustedAddress(address) })
  const queue = own === null ? null : openWorkQueue({ bus, logger, subject, open: () => openJobs(own), run: (job) => own.jobs.take(job) })
  const heard = bus.subscribe('jobs', (_token, job) => {
    if (job.state === 'queued' || job.state === 'cancelled') queue?.wake()
  })

  async function openJobs({ jobs, adapters: readable }: NonNullable<SharedJobsOptions['own']>): Promise<JobRecord[]> {
    const open = await store.read.openJobs()
    for (const { id } of jobs.live()) if (!open.some((job) => job.id === id)) await stopIfLive(id)
    const live = new Set(jobs.live().map(({ id }) => id))
    return jobs.hasRoom() ? open.filter((job) => job.kind === 'read' && !live.has(job.id) && readable.canRead(job.network)) : []
  }

  /** Stops a job of this process that was cancelled elsewhere. A job that has just begun may not be stored yet. */
  async function stopIfLive(id: string): Promise<void> {
    if (own?.jobs.live().some((job) => job.id === id) !== true) return
    if ((await store.read.job(id))?.state === 'cancelled') await own.jobs.cancelledElsewhere(id)
  }

  async function existing(id: string): Promise<JobRecord> {
    const job = await get(id)
    if (job === null) throw new AppError('not_found', { message: 'There is no job with this id.' })
    return job
  }

  const get = async (id: string): Promise<JobRecord | null> => own?.jobs.live().find((job) => job.id === id) ?? store.read.job(id)

  async function put(job: JobRecord): Promise<JobRecord> {
    adapters.get(job.network)
    const queued = await store.write.queueJob(job)
    if (queued.id === job.id) publish(queued)
    queue?.wake()
    return queued
  }

  /** The same wait for all callers, who may stop waiting long before a job ends. */
  const waits = new Map<string, Promise<JobRecord>>()
  function waitFor(what: string, id: string, isOver: (job: JobRecord) => Promise<boolean>): Promise<JobRecord> {
    const key = `${what} ${id}`
    const wait = waits.get(key) ?? until(id, isOver).finally(() => waits.delete(key))
    waits.set(key, wait)
    return wait
  }

  /** The job once `isOver` holds, based on published and stored records. */
  async function until(id: string, isOver: (job: JobRecord) => Promise<boolean>): Promise<JobRecord> {
    const token = subject(await existing(id))
    const over = Promise.withResolvers<JobRecord>()
    const check = async (job: JobRecord): Promise<void> => {
      if (job.id === id && (await isOver(job))) over.resolve(job)
    }
    const look = (): void => void existing(id).then(check).catch(over.reject)
    const subscription = bus.subscribe('jobs', (_token, job) => void check(job).catch(over.reject), token)
    const timer = setInterval(look, LOOK_MS).unref()
    look()
    try {
      return await over.promise
    } finally {
      subscription.stop()
      clearInterval(timer)
    }
  }

  const hasEnded = async (job: JobRecord): Promise<boolean> => !isOpen(job)

  return {
    canRead: (network) => adapters.canRead(network),
    start: (token, options) => put(newRead(randomUUID(), token, options, unixSeconds(clock))),
    get,
    async list() {
      const live = new Map(own?.jobs.live().map((job) => [job.id, job]))
      return (await store.read.jobs({ limit: LISTED })).map((job) => live.get(job.id) ?? job)
    },
    async cancel(id) {
      const job = await existing(id)
      const cancelled: JobRecord = { ...job, state: 'cancelled', stages: stopped(job.stages), updated_at: unixSeconds(clock) }
      await store.write.saveJob(cancelled)
      // The job may have ended meanwhile. The store does not overwrite an ended job.
      if ((await store.read.job(id))?.state !== 'cancelled') {
        throw new AppError('conflict', { message: 'This job has ended; there is nothing to cancel.' })
      }
      // A worker that runs the job ends the read itself.
      if (job.state !== 'running') await endFirstRead(store, subject(job))
      publish(cancelled)
      return cancelled
    },
    async resume(id) {
      const job = await existing(id)
      if (isActive(job)) return job
      if (job.kind !== 'read' || job.state === 'done') throw new AppError('conflict', { message: 'This job has ended; start a new one.' })
      return put(queuedAgain(job, unixSeconds(clock)))
    },
    ended: (id) => waitFor('end', id, hasEnded),
    answered: (id) => waitFor('answer', id, async (job) => (await hasEnded(job)) || (await isInBackground(store, job))),
    async resumeInterrupted() {
      queue?.wake()
    },
    async close() {
      heard.stop()
      await queue?.close()
    },
  }
}

/** An interrupted job resumes automatically. */
const isOpen = (job: JobRecord): boolean => isActive(job) || job.state === 'interrupted'

/** Whether only older trades are read, which the last stage does in the background. */
async function isInBackground({ read }: Store, { network, token_address, stages }: JobRecord): Promise<boolean> {
  if (!stages.some(({ name, state }) => name === 'history' && state === 'running')) return false
  return (await read.token({ network, address: trustedAddress(token_address) }))?.firstRead?.ended !== false
}
