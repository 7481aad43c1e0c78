import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { BOME } from '../../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { mainThread, workedMs } from './main-thread.ts'
import { printRows } from './print-rows.ts'
import { processMs } from './process-time.ts'

/**
 * Waiting times and idle memory against fixed limits: from the start of the built service's process to
 * its ready line, on an empty data folder (which imports the sample case) and on one that was used before; from opening the link
 * of a service that has just started for the first time to the sample token's whole graph on the screen, with an empty browser
 * cache; resident memory after a while without requests; and the size of an installation. The CPU ratio compares the
 * limit with the CPU time of the process, or of the page's main thread, because other programs stretch the clock.
 */
const FIRST_READY_LIMIT_MS = 2_000
const READY_LIMIT_MS = 1_000
const GRAPH_LIMIT_MS = 4_000
/** After a first start, the thread that computed the sample's records is still there. */
const FIRST_IDLE_LIMIT_MB = 200
const IDLE_LIMIT_MB = 150
/** Not a goal. Exceeding this size should be deliberate. */
const INSTALLED_LIMIT_MB = 140
const IDLE_MS = 20_000
const ROUNDS = 5
const VIEW = { width: 1280, height: 800 }
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MB = 1_000_000

interface Timed {
  readonly ms: number
  /** null when the system does not report it. */
  readonly cpu: number | null
}

interface Round {
  readonly firstReady: Timed
  readonly laterReady: Timed
  readonly graph: Timed
  /** Bytes. */
  readonly firstIdle: number
  readonly laterIdle: number
}

async function run(browser: Browser): Promise<BenchRow[]> {
  const used = await temporaryFolder()
  try {
    await (await startService({ dataDir: used })).stop()
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      process.stderr.write(`start, round ${round + 1} of ${ROUNDS} …\n`)
      rounds.push(await measure(browser, used))
    }
    return rowsOf(rounds, browser.version())
  } finally {
    await removeFolder(used)
  }
}

async function measure(browser: Browser, used: string): Promise<Round> {
  return withService({}, async (first, firstReady) =>
    withService({ dataDir: used }, async (later, laterReady) => {
      await delay(IDLE_MS)
      const [firstIdle, laterIdle] = [await residentBytes(first), await residentBytes(later)]
      const graph = await withService({}, async (service) => firstGraph(browser, service))
      return { firstReady, laterReady, graph, firstIdle, laterIdle }
    }),
  )
}

/** Without a data directory, uses a temporary one. */
async function withService<T>({ dataDir }: { dataDir?: string }, work: (service: RunningService, ready: Timed) => Promise<T>): Promise<T> {
  const service = await startService(dataDir === undefined ? {} : { dataDir })
  try {
    return await work(service, { ms: service.readyMs, cpu: processMs(service.child.pid) })
  } finally {
    await service.stop()
    if (dataDir === undefined) await removeFolder(service.dataDir)
  }
}

async function residentBytes(service: RunningService): Promise<number> {
  const text = await (await service.get('/metrics')).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

async function firstGraph(browser: Browser, service: RunningService): Promise<Timed> {
  const context = await browser.newContext({ viewport: VIEW })
  try {
    const page = await context.newPage()
    const thread = await mainThread(page)
    await page.goto(`${service.url}/t/sol/${BOME}#key=${service.key}`)
    const ms = await page.evaluate(async () => {
      const painted = (): number | undefined => performance.getEntriesByName('graph:painted')[0]?.startTime
      while (painted() === undefined) await new Promise(requestAnimationFrame)
      return painted() ?? Number.NaN
    })
    return { ms, cpu: await workedMs(thread) }
  } finally {
    await context.close()
  }
}

function rowsOf(rounds: readonly Round[], chromium: string): BenchRow[] {
  const against = (work: string, read: (round: Round) => number, limit: number, unit: string): BenchRow => {
    const ratios = rounds.map((round) => limit / read(round))
    return {
      work,
      ours: `${figure(median(rounds.map(read)))} ${unit}`,
      peer: `limit: ${figure(limit)} ${unit}`,
      ratio: median(ratios),
      goal: '≥ 1',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    }
  }
  const within = (work: string, read: (round: Round) => Timed, limit: number): BenchRow => {
    const row = against(work, (round) => read(round).ms, limit, 'ms')
    const worked = rounds.flatMap((round) => read(round).cpu ?? [])
    if (worked.length === 0) return row
    return { ...row, ours: `${row.ours}, ${figure(median(worked))} ms of work`, cpuRatio: limit / median(worked) }
  }
  const idle = `idle memory ${IDLE_MS / 1000} s after ready`
  return [
    within('service ready, first start with the import of the sample case', (round) => round.firstReady, FIRST_READY_LIMIT_MS),
    within('service ready, later start', (round) => round.laterReady, READY_LIMIT_MS),
    within(`first complete graph of the sample token right after a first start, Chromium ${chromium}`, (round) => round.graph, GRAPH_LIMIT_MS),
    against(`${idle}, first start with the import of the sample case`, (round) => round.firstIdle / MB, FIRST_IDLE_LIMIT_MB, 'MB'),
    against(`${idle}, later start`, (round) => round.laterIdle / MB, IDLE_LIMIT_MB, 'MB'),
    installedSize(),
  ]
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>
}

/** Size in bytes of the built app and of the packages that `npm ci --omit=dev` installs, by the marks in the lock file. */
function installedSize(): BenchRow {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const sizes = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(ROOT, path)))
    .map(([path, { optional }]) => ({ optional: optional === true, size: measureSize(join(ROOT, path)) }))
  const sum = (wanted: boolean): number => sizes.reduce((total, { optional, size }) => total + (optional === wanted ? size : 0), 0)
  const app = measureSize(join(ROOT, 'out')) + measureSize(join(ROOT, 'resources'))
  const [needed, optional] = [sum(false), sum(true)]
  const ratio = INSTALLED_LIMIT_MB / ((app + needed) / MB)
  return {
    work: 'installed size, built app and production packages',
    ours: `${figure((app + needed) / MB)} MB, of it packages ${figure(needed / MB)} MB; optional packages ${figure(optional / MB)} MB more`,
    peer: `watched: ${INSTALLED_LIMIT_MB} MB`,
    ratio,
    goal: 'reported',
    spread: [ratio, ratio],
    rounds: 1,
  }
}

/** Nested packages have their own lock entries. */
function measureSize(path: string): number {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((total, name) => total + measureSize(join(path, name)), 0)
}

await printRows(run)
