import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { systemClock } from '../../../src-main/lib/clock.ts'
import { storyEngine } from '../../../src-main/server/testing/engine.ts'
import { startRunning, type Running } from '../../../src-main/server/testing/running.ts'
import { SOL, STORY_TRADES, storyTrade } from '../../../src-main/server/testing/story.ts'
import { mainThread, workedMs } from './main-thread.ts'
import { printRows } from './print-rows.ts'

/**
 * The trades table of the built page with the real server and store, in Chromium: 100,000 stored trades loaded by scrolling,
 * then wheel scrolling, and typing into the filter while trades stream in. The stream is synthetic and enters at the output of
 * ingest, so node costs are excluded. `HOLDERSCOPE_BENCH_ROWS=10000` loads fewer.
 */
const ROWS = Number(process.env['HOLDERSCOPE_BENCH_ROWS'] ?? 100_000)
const TRADES_PER_SECOND = 500
const LIMIT_MS = 100
const ROUNDS = 5
const BATCH = 10_000
const LOAD_LIMIT_MS = 240_000
const TICK_MS = 20
const WHEELS = 40
const WHEEL_PIXELS = 1_700
const WHEEL_EVERY_MS = 50
const TYPED = 'pepper'
const KEY_EVERY_MS = 150
const SETTLE_MS = 1_000
const FILTER = 'Wallet, venue, pool or transaction'
const VIEW = { width: 1280, height: 800 }

interface Round {
  /** Longest time without a row in the middle of the table, in milliseconds. A late frame counts in full. */
  readonly blank: number
  /** Longest and median time from a key to the next frame. */
  readonly slowest: number
  readonly usual: number
  /** Work of the main thread for each key, arriving trades included. */
  readonly keyWork: number
}

async function run(browser: Browser): Promise<BenchRow[]> {
  const running = await startRunning({
    storeThreads: true,
    engine: storyEngine,
    clock: systemClock,
    rendererDir: fileURLToPath(new URL('../../../out/renderer', import.meta.url)),
  })
  try {
    for (let n = STORY_TRADES; n < ROWS; n += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, ROWS - n) }, (_, i) => storyTrade(SOL, n + i))
      await running.store.write.saveTrades({ network: 'sol', rows, token: SOL.token, covers: null })
    }
    const page = await browser.newPage({ viewport: VIEW })
    await page.goto(`${running.server.origin}/t/sol/${SOL.token.address}?view=trades#key=${running.keys.owner}`)
    const loaded = await loadAll(page)
    const thread = await mainThread(page)
    const feed = startFeed(running)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      process.stderr.write(`tape of ${loaded} rows, round ${round + 1} of ${ROUNDS} …\n`)
      rounds.push(await measure(page, thread))
    }
    feed.stop()
    await page.close()
    return rowsOf(rounds, loaded, feed.perSecond(), browser.version())
  } finally {
    await running.stop()
  }
}

function rowsOf(rounds: readonly Round[], loaded: number, perSecond: number, chromium: string): BenchRow[] {
  const row = (work: string, read: (round: Round) => number, words: string): BenchRow => {
    const ratios = rounds.map((round) => LIMIT_MS / Math.max(1, read(round)))
    return {
      work: `${work}, ${figure(loaded)} rows, ${figure(perSecond)} trades/s arriving`,
      ours: `${figure(median(rounds.map(read)))} ms${words}`,
      peer: `limit: ${LIMIT_MS} ms, Chromium ${chromium}`,
      ratio: median(ratios),
      goal: '≥ 1',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: rounds.length,
    }
  }
  const work = figure(median(rounds.map(({ keyWork }) => keyWork)))
  return [
    row('tape scrolled: longest without a row in sight', ({ blank }) => blank, ' by the clock'),
    row('typing into the filter: slowest key', ({ slowest }) => slowest, ` by the clock, ${work} ms of work a key`),
    row('typing into the filter: usual key', ({ usual }) => usual, ' by the clock'),
  ]
}

/** Scrolls to the end until all rows are loaded or `LOAD_LIMIT_MS` has passed. Returns the number of rows. */
async function loadAll(page: Page): Promise<number> {
  const table = page.getByRole('grid', { name: 'Trades' })
  await table.waitFor()
  return table.evaluate(
    async (grid, { wanted, limit }) => {
      const count = (): number => Number(grid.getAttribute('aria-rowcount')) - 1
      const start = performance.now()
      while (count() < wanted && performance.now() - start < limit) {
        grid.scrollTop = grid.scrollHeight
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
      grid.scrollTop = 0
      return count()
    },
    { wanted: ROWS, limit: LOAD_LIMIT_MS },
  )
}

/** Sends trades at a constant rate, independent of delays in this process. */
function startFeed({ jobs }: Running): { stop: () => void; perSecond: () => number } {
  const start = performance.now()
  let sent = 0
  let rate = Number.NaN
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1000) * TRADES_PER_SECOND)
    jobs.trade(
      'sol',
      Array.from({ length: due - sent }, (_, i) => storyTrade(SOL, ROWS + sent + i)),
    )
    sent = due
  }, TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      rate = (sent / (performance.now() - start)) * 1000
    },
    perSecond: () => rate,
  }
}

async function measure(page: Page, thread: CDPSession): Promise<Round> {
  const blank = await scroll(page)
  await page.getByRole('grid', { name: 'Trades' }).evaluate((grid) => (grid.scrollTop = 0))
  // A live page is never idle. This delay lets work of the scrolling finish.
  await delay(SETTLE_MS)
  const input = page.getByRole('searchbox', { name: FILTER })
  await input.click()
  await page.evaluate(() => {
    const heard = { times: [] as number[] }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') heard.times.push(entry.duration)
    })
    // Events under 16 ms are not reported. They count as 16 ms below.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
    observer.observe(options)
    Object.assign(window, { heard })
  })
  const before = await workedMs(thread)
  await page.keyboard.type(TYPED, { delay: KEY_EVERY_MS })
  await delay(5 * KEY_EVERY_MS)
  const keyWork = ((await workedMs(thread)) - before) / TYPED.length
  const slow = await page.evaluate(() => (window as unknown as { heard: { times: number[] } }).heard.times)
  const times = [...slow, ...Array.from({ length: Math.max(0, TYPED.length - slow.length) }, () => 16)]
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  return { blank, slowest: Math.max(...times), usual: median(times), keyWork }
}

/** Scrolls by wheel down and up while every frame checks for a row in the middle of the table. */
async function scroll(page: Page): Promise<number> {
  const table = page.getByRole('grid', { name: 'Trades' })
  const box = await table.boundingBox()
  if (box === null) throw new Error('The trades table is missing.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await table.evaluate((grid) => {
    const watch = { longest: 0, on: true, moved: 0 }
    let seen = performance.now()
    const look = (now: number): void => {
      const { left, top, width, height } = grid.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-index]')
      watch.longest = Math.max(watch.longest, now - seen)
      watch.moved = Math.max(watch.moved, grid.scrollTop)
      if (found !== null && found !== undefined) seen = now
      if (watch.on) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { watch })
  })
  for (let n = 0; n < WHEELS; n++) {
    await page.mouse.wheel(0, n < WHEELS / 2 ? WHEEL_PIXELS : -WHEEL_PIXELS)
    await delay(WHEEL_EVERY_MS)
  }
  const { longest, moved } = await page.evaluate(() => {
    const { watch } = window as unknown as { watch: { longest: number; on: boolean; moved: number } }
    watch.on = false
    return watch
  })
  if (moved < WHEEL_PIXELS) throw new Error('The wheel did not scroll the trades table.')
  return longest
}

await printRows(run)
