import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { Logger } from '../../lib/logger.ts'
import { isDiskFull, isStoreUnavailable } from '../../lib/store-faults.ts'
import type { Store } from '../../store/interface.ts'

/** Storage of jobs. */
export interface JobStore {
  get(id: string): Promise<JobRecord | null>
  /** The newest jobs. */
  list(): Promise<JobRecord[]>
  /**
   * Resolves when the record is stored. Writes are queued, so an older record never replaces a newer one. Never rejects: faults are logged. A record
   * that a full disk or an absent database stopped counts as stored, and is stored later.
   *
   * @param under the writes of a lease; defaults to the store's
   */
  save(job: JobRecord, under?: Pick<Store['write'], 'saveJob'>): Promise<void>
  /** Resolves when everything that was saved so far is stored. */
  saved(): Promise<void>
  /** Like `saved`. What could not be stored until now is not tried again. */
  close(): Promise<void>
}

interface JobWrite {
  readonly job: JobRecord
  readonly under: Pick<Store['write'], 'saveJob'>
}

const LISTED = 200
const RETRY_MS = 1_000

export function createJobStore({ read, write }: Pick<Store, 'read' | 'write'>, logger: Logger): JobStore {
  let queue: Promise<void> = Promise.resolve()
  /** The newest records of jobs that the store could not take, by their ids. */
  const waiting = new Map<string, JobWrite>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  async function store(record: JobWrite): Promise<void> {
    const { job, under } = record
    try {
      await under.saveJob(job)
      waiting.delete(job.id)
    } catch (error) {
      if (waiting.size === 0) logger.error({ err: error }, 'a job could not be stored')
      if (isDiskFull(error) || isStoreUnavailable(error)) wait(record)
      else waiting.delete(job.id)
    }
  }

  function wait(record: JobWrite): void {
    waiting.set(record.job.id, record)
    if (!isClosed) timer ??= setTimeout(storeWaiting, RETRY_MS).unref()
  }

  function storeWaiting(): void {
    timer = null
    for (const [id, record] of waiting) {
      // A newer record may have been stored before.
      queue = queue.then(() => (waiting.get(id) === record ? store(record) : undefined))
    }
  }

  return {
    get: async (id) => waiting.get(id)?.job ?? read.job(id),
    list: async () => (await read.jobs({ limit: LISTED })).map((job) => waiting.get(job.id)?.job ?? job),
    save(job, under = write) {
      queue = queue.then(() => store({ job, under }))
      return queue
    },
    saved: () => queue,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      return queue
    },
  }
}
