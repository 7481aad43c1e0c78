import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { followToken, type FollowedToken } from './followed-token.ts'
import { mainThread, workedMs } from './main-thread.ts'
import { printRows } from './print-rows.ts'
import { processMs } from './process-time.ts'

/**
 * From the frame of a live trade to the picture that shows it, in Chromium: the built service follows a token on anvil, and each round buys it
 * from a new wallet. The CPU ratio compares the limit with the CPU time of the service and of the page's main thread since before the trade,
 * because other programs stretch the clock. The second row is the longest task of the page's main thread in that time.
 */
const WALLETS = Number(process.env['HOLDERSCOPE_BENCH_WALLETS'] ?? 5_000)
const ROUNDS = 12
/** Rounds in which the compiler still warms up. */
const WARM_UP = 3
const LIMIT_MS = 250
const TASK_LIMIT_MS = 50
/** Between two trades: the page is idle again. */
const PAUSE_MS = 3_000
const VIEW = { width: 1280, height: 800 }
/** Logs no line per request. */
const ENV = { HOLDERSCOPE_LOG_LEVEL: 'error' }

interface Change {
  /** Milliseconds from the frame to the painted picture. */
  readonly shown: number
  /** CPU time of the service's process and of the page's main thread, from before the trade to the picture; null if the system does not report it. */
  readonly service: number | null
  readonly page: number
  /** The longest task that began after the frame. */
  readonly longest: number
  /** Bytes of the answers read in that time, as transferred. */
  readonly bytes: number
}

async function run(browser: Browser): Promise<BenchRow[]> {
  const missing = anvilMissing()
  if (missing !== null) {
    process.stderr.write(`Live changes were ${missing}.\n`)
    return []
  }
  const followed = await followToken(ENV, WALLETS)
  try {
    const page = await browser.newPage({ viewport: VIEW })
    await page.addInitScript(watchPage)
    await page.goto(`${followed.service.url}/t/eth/${followed.address}#key=${followed.service.key}`)
    await page.waitForFunction(() => performance.getEntriesByName('graph:painted').length > 0, undefined, { timeout: 60_000 })
    const changes: Change[] = []
    const thread = await mainThread(page)
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      await delay(PAUSE_MS)
      const change = await measure(page, thread, followed)
      process.stderr.write(`live change ${round + 1} of ${WARM_UP + ROUNDS} …\n`)
      if (round >= WARM_UP) changes.push(change)
    }
    return rowsOf(changes, browser.version())
  } finally {
    await followed.stop()
  }
}

interface Watched {
  /** When frames of trades arrived, in the page's time. */
  frames: number[]
  tasks: { start: number; ms: number }[]
}

function watchPage(): void {
  const watched: Watched = { frames: [], tasks: [] }
  Object.assign(window, { watched })
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        const text = String(data)
        if (text.includes('"dex_trades"') && text.includes('"event"')) watched.frames.push(performance.now())
      })
    }
  }
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration: ms } of list.getEntries()) watched.tasks.push({ start, ms })
  }).observe({ type: 'longtask' })
}

async function measure(page: Page, thread: CDPSession, followed: FollowedToken): Promise<Change> {
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    watched.frames.length = 0
    watched.tasks.length = 0
    performance.clearMarks('graph:painted')
    performance.clearResourceTimings()
  })
  const pid = followed.service.child.pid
  const [page0, service0] = [await workedMs(thread), processMs(pid)]
  await followed.buy()
  await page.waitForFunction(() => performance.getEntriesByName('graph:painted').length > 0, undefined, { timeout: 60_000 })
  const [page1, service1] = [await workedMs(thread), processMs(pid)]
  await delay(1_000)
  const seen = await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    const frame = watched.frames[0] ?? Number.NaN
    const painted = performance.getEntriesByName('graph:painted').at(-1)?.startTime ?? Number.NaN
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      shown: painted - frame,
      longest: Math.max(0, ...watched.tasks.filter(({ start, ms }) => start + ms > frame).map(({ ms }) => ms)),
      bytes: resources.reduce((total, { transferSize }) => total + transferSize, 0),
    }
  })
  return { ...seen, page: page1 - page0, service: service0 === null || service1 === null ? null : service1 - service0 }
}

function rowsOf(changes: readonly Change[], chromium: string): BenchRow[] {
  const within = (work: string, read: (change: Change) => number, limit: number, words: string): BenchRow => {
    const ratios = changes.map((change) => limit / Math.max(1, read(change)))
    return {
      work: `${work}, ${figure(WALLETS)} wallets`,
      ours: `${figure(median(changes.map(read)))} ms${words}`,
      peer: `limit: ${limit} ms, Chromium ${chromium}`,
      ratio: median(ratios),
      goal: '≥ 1',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: changes.length,
    }
  }
  const bytes = figure(median(changes.map((change) => change.bytes)) / 1000)
  const cpu = changes.flatMap(({ page, service }) => (service === null ? [] : [page + service]))
  const work = (read: (change: Change) => number | null): string => figure(median(changes.map((change) => read(change) ?? Number.NaN)))
  const parts = `, ${work(({ service }) => service)} ms of work of the service and ${work(({ page }) => page)} of the page, ${bytes} kB read`
  const shown = within('frame of a live trade to the painted picture', (change) => change.shown, LIMIT_MS, parts)
  return [
    cpu.length === 0 ? shown : { ...shown, cpuRatio: LIMIT_MS / median(cpu) },
    within('longest task of the page meanwhile', ({ longest }) => longest, TASK_LIMIT_MS, ''),
  ]
}

await printRows(run)
