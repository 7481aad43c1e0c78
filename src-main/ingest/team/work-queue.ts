import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Logger } from '../../lib/logger.ts'

/** Rows of the store that represent work. Any worker may do it, under the lease of its subject. */
export interface WorkQueueOptions<Row extends { readonly id: string }> {
  readonly bus: Pick<Bus, 'tryLease'>
  readonly logger: Logger
  /** Work that this process may take now. */
  open(): Promise<readonly Row[]>
  subject(row: Row): BusSubject
  run(row: Row): Promise<unknown>
}

export interface WorkQueue {
  /** Looks for work immediately. */
  wake(): void
  close(): Promise<void>
}

/** How often to poll. The lease shows when a worker has ended, so this interval only delays new work. */
const EVERY_MS = 1_000

/**
 * Takes work that no other process is doing. The lease of its subject is the claim: it ends with the process that holds it, and its fence refuses
 * late writes of that process.
 */
export function openWorkQueue<Row extends { readonly id: string }>(options: WorkQueueOptions<Row>): WorkQueue {
  const { bus, logger, open, subject, run } = options
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

  /** The work may have been done before the lease was free. */
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
  const timer = setInterval(wake, EVERY_MS).unref()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await looking
    },
  }
}
