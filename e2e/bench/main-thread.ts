import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'

/** What something cost the page: by the clock, and in work of its main thread, which a busy machine stretches less. */
export interface Spent {
  readonly ms: number
  readonly cpu: number
}

/** A way to ask how long the page's main thread has worked. */
export async function mainThread(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** `run` answers how long it took by the page's own clock. */
export async function spent(thread: CDPSession, run: () => Promise<number>): Promise<Spent> {
  const before = await workedMs(thread)
  const ms = await run()
  return { ms, cpu: (await workedMs(thread)) - before }
}

export async function workedMs(thread: CDPSession): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const CALM_MS = 250
/** A page has always a little to do: animation frames, a clock. */
const CALM_WORK_MS = 12
const PATIENCE = 60

/** Waits until the page has nothing left to do of what was asked before. */
export async function atRest(thread: CDPSession): Promise<void> {
  let before = await workedMs(thread)
  for (let n = 0; n < PATIENCE; n++) {
    await delay(CALM_MS)
    const now = await workedMs(thread)
    if (now - before < CALM_WORK_MS) return
    before = now
  }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the thread's own processor time. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** The longest task of the page's main thread from `run` until it rests, in milliseconds of its own processor time. */
export async function longestTask(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<number> {
  const thread = await mainThread(page)
  await atRest(thread)
  await browser.startTracing(page, { categories: ['toplevel'] })
  await run()
  await atRest(thread)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const mains = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && mains.has(threadOf(event)))
  return tasks.reduce((most, { tdur }) => Math.max(most, (tdur ?? 0) / 1000), 0)
}
