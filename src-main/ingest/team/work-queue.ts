import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Logger } from '../../lib/logger.ts'

/** Work of the store that any worker may do, under the lease of its subject. */
export interface OpenWork {
  readonly id: string
  readonly subject: BusSubject
  /** Does it, unless it was done meanwhile. */
  run(): Promise<unknown>
}

export interface WorkQueueOptions {
  readonly bus: Pick<Bus, 'tryLease'>
  readonly logger: Logger
  /** What may be done now, oldest first. */
  find(): Promise<readonly OpenWork[]>
  readonly everyMs?: number
}

export interface WorkQueue {
  /** Looks for work at once. */
  wake(): void
  close(): Promise<void>
}

/** A worker that ended is noticed by its lease, so how often it is looked only delays what is new. */
const EVERY_MS = 1_000

/**
 * Takes work that no other process does. The lease of its subject is the claim: it ends with the process that has it, and its fence refuses
 * what that process still writes.
 */
export function openWorkQueue({ bus, logger, find, everyMs = EVERY_MS }: WorkQueueOptions): WorkQueue {
  const running = new Set<string>()
  let looking: Promise<void> = Promise.resolve()
  let closed = false

  async function take({ id, subject, run }: OpenWork): Promise<void> {
    running.add(id)
    const lease = await bus.tryLease(subject).catch(() => null)
    const done = lease === null || closed ? Promise.resolve() : run()
    void done
      .catch((error: unknown) => logger.error({ err: error, work: id }, 'work of the queue failed'))
      .finally(async () => {
        await lease?.release()
        running.delete(id)
      })
  }

  async function look(): Promise<void> {
    if (closed) return
    try {
      for (const work of await find()) if (!running.has(work.id)) await take(work)
    } catch (error) {
      logger.warn({ err: error }, 'the queue could not be read')
    }
  }

  const wake = (): void => void (looking = looking.then(look))
  const timer = setInterval(wake, everyMs).unref()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await looking
    },
  }
}
