import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'

/** Cost of an action for the page in milliseconds: elapsed time, and CPU time of the main thread, which a busy machine affects less. */
export interface Spent {
  readonly ms: number
  readonly cpu: number
}

/** A DevTools session that reports the CPU time of the page's main thread. */
export async function mainThread(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** `run` returns how long it took by the page's clock. */
export async function spent(thread: CDPSession, run: () => Promise<number>): Promise<Spent> {
  const before = await workedMs(thread)
  const ms = await run()
  return { ms, cpu: (await workedMs(thread)) - before }
}

export async function workedMs(thread: CDPSession): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const IDLE_MS = 250
/** An idle page still has animation frames and a clock. */
const IDLE_WORK_MS = 12
const MAX_POLLS = 60

/** Waits until the page is idle. */
export async function atRest(thread: CDPSession): Promise<void> {
  let before = await workedMs(thread)
  for (let n = 0; n < MAX_POLLS; n++) {
    await delay(IDLE_MS)
    const now = await workedMs(thread)
    if (now - before < IDLE_WORK_MS) return
    before = now
  }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** CPU time of the thread, in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** What the page's threads did from an action until the page was idle, in milliseconds of CPU time. */
export interface Traced {
  /** The longest task of the main thread. */
  readonly longest: number
  /** For each interval the sum of all tasks that overlap it, of the main thread and of workers. */
  readonly work: readonly number[]
}

/** Between two performance marks of the page: the first `from` and the last `to`. */
interface Interval {
  readonly from: string
  readonly to: string
}

/** Traces the cost of `run`. */
export async function traced(browser: Browser, page: Page, intervals: readonly Interval[], run: () => Promise<unknown>): Promise<Traced> {
  const thread = await mainThread(page)
  await atRest(thread)
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await run()
  await atRest(thread)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const tasksOf = (threadName: string): TraceEvent[] => {
    const threads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === threadName).map(threadOf))
    return traceEvents.filter((event) => event.name.endsWith('RunTask') && event.ph === 'X' && threads.has(threadOf(event)))
  }
  const main = tasksOf('CrRendererMain')
  const timesOf = (mark: string): number[] => traceEvents.filter(({ name }) => name === mark).map(({ ts }) => ts)
  const work = intervals.map(({ from, to }) => {
    const [first, last] = [Math.min(...timesOf(from)), Math.max(...timesOf(to))]
    const overlapping = [...main, ...tasksOf('DedicatedWorker thread')].filter(({ ts, dur }) => ts + (dur ?? 0) >= first && ts <= last)
    return sum(outermost(overlapping).map(workOf))
  })
  return { longest: Math.max(...main.map(workOf)), work }
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
const workOf = ({ tdur }: TraceEvent): number => (tdur ?? 0) / 1000
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Drops tasks nested in others, which contain their time. */
function outermost(tasks: readonly TraceEvent[]): TraceEvent[] {
  const isWithin = (inner: TraceEvent, outer: TraceEvent): boolean =>
    inner !== outer &&
    threadOf(inner) === threadOf(outer) &&
    inner.ts >= outer.ts &&
    inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0) &&
    (inner.dur ?? 0) < (outer.dur ?? 0)
  return tasks.filter((task) => !tasks.some((other) => isWithin(task, other)))
}
