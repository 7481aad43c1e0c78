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
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Of the thread's own processor time. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** What the page's threads did from a deed until the page rests, in milliseconds of their own processor time. */
export interface Traced {
  /** The longest task of the main thread. */
  readonly longest: number
  /** Of each way all tasks, of the main thread and of workers, from the one in which it begins to the one in which it ends. */
  readonly paths: readonly number[]
}

/** Names of the page's own performance marks: from the first of the one to the last of the other. */
interface Way {
  readonly from: string
  readonly to: string
}

/** What `run` costs. */
export async function traced(browser: Browser, page: Page, ways: readonly Way[], run: () => Promise<unknown>): Promise<Traced> {
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
  const paths = ways.map(({ from, to }) => {
    const [first, last] = [Math.min(...timesOf(from)), Math.max(...timesOf(to))]
    const onTheWay = [...main, ...tasksOf('DedicatedWorker thread')].filter(({ ts, dur }) => ts + (dur ?? 0) >= first && ts <= last)
    return sum(outermost(onTheWay).map(workOf))
  })
  return { longest: Math.max(...main.map(workOf)), paths }
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
const workOf = ({ tdur }: TraceEvent): number => (tdur ?? 0) / 1000
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Chromium nests tasks: what runs within another is counted with it. */
function outermost(tasks: readonly TraceEvent[]): TraceEvent[] {
  const isWithin = (inner: TraceEvent, outer: TraceEvent): boolean =>
    inner !== outer &&
    threadOf(inner) === threadOf(outer) &&
    inner.ts >= outer.ts &&
    inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0) &&
    (inner.dur ?? 0) < (outer.dur ?? 0)
  return tasks.filter((task) => !tasks.some((other) => isWithin(task, other)))
}
