import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Logger } from '../../lib/logger.ts'

/** Rows of the store that are work which any worker may do, under the lease of their subjects. */
export interface WorkQueueOptions<Row extends { readonly id: string }> {
  readonly bus: Pick<Bus, 'tryLease'>
  readonly logger: Logger
  /** What this process may do now. */
  open(): Promise<readonly Row[]>
  subject(row: Row): BusSubject
  run(row: Row): Promise<unknown>
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
export function openWorkQueue<Row extends { readonly id: string }>(options: WorkQueueOptions<Row>): WorkQueue {
  const { bus, logger, open, subject, run, everyMs = EVERY_MS } = options
  const running = new Set<string>()
  let looking: Promise<void> = Promise.resolve()
  let closed = false

  async function take(row: Row): Promise<void> {
    const { id } = row
    running.add(id)
    const lease = await bus.tryLease(subject(row)).catch(() => null)
    const done = lease === null || closed ? Promise.resolve() : runIfOpen(id)
    void done
      .catch((error: unknown) => logger.error({ err: error, work: id }, 'work of the queue failed'))
      .finally(async () => {
        await lease?.release()
        running.delete(id)
      })
  }

  /** It may have been done before the lease was free. */
  async function runIfOpen(id: string): Promise<void> {
    const row = (await open()).find((one) => one.id === id)
    if (row !== undefined) await run(row)
  }

  async function look(): Promise<void> {
    if (closed) return
    try {
      for (const row of await open()) if (!running.has(row.id)) await take(row)
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
