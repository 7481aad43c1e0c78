import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'

/** Storage of jobs. */
export interface JobStore {
  get(id: string): Promise<JobRecord | null>
  /** The newest jobs. */
  list(): Promise<JobRecord[]>
  /**
   * Resolves when the record is stored. Writes are queued, so an older record never replaces a newer one. Never rejects: faults are logged.
   *
   * @param under the writes of a lease; defaults to the store's
   */
  save(job: JobRecord, under?: Pick<Store['write'], 'saveJob'>): Promise<void>
  /** Resolves when everything that was saved so far is stored. */
  saved(): Promise<void>
}

const LISTED = 200

export function createJobStore({ read, write }: Pick<Store, 'read' | 'write'>, logger: Logger): JobStore {
  let queue: Promise<void> = Promise.resolve()
  return {
    get: (id) => read.job(id),
    list: () => read.jobs({ limit: LISTED }),
    save(job, under = write) {
      queue = queue
        .then(() => under.saveJob(job))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'a job could not be stored')
        })
      return queue
    },
    saved: () => queue,
  }
}
