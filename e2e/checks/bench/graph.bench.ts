import type { Browser } from 'playwright'
import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { removeFolder, startService, type RunningService } from '../../fixtures/service.ts'
import { syntheticSnapshot } from './synthetic-snapshot.ts'
import { cytoscapeVersion, measureCytoscape, measureSigma, sigmaVersion, VIEWPORT, type BareCytoscape } from './graph-peers.ts'
import { atRest, mainThread, spent, traced, type Spent, type Traced } from './main-thread.ts'
import { measurePanning, type Panning } from './panning.ts'
import { printRows } from './print-rows.ts'

/**
 * The graph of the built page in Chromium. Its peers are bare cytoscape and, for the first frame, sigma.js, with the same wallets and
 * links. All start from parsed data, ours from the snapshot and its clusters. Selection and slider steps are compared with fixed limits.
 * These limits apply to CPU time rather than to the clock, because on a busy machine the clock measures other processes; the clock's
 * figure is reported beside it.
 *
 * - A slider step ends when the complete graph of the other snapshot is painted. Its work is everything the main thread and the
 *   workers do from the input on. Neighbouring snapshots are prerendered while the page is idle, which is not part of the step.
 * - A step right after others goes to a snapshot that is not prerendered, and includes the work that earlier steps left pending.
 * - The longest task is that of the main thread until the page is idle again, tables, map and prerendering included.
 *
 * `HOLDERSCOPE_BENCH_WALLETS=500` measures only one size, `HOLDERSCOPE_BENCH_ROUNDS=2` fewer rounds.
 */
const SIZES = [
  { wallets: 500, links: 2_000 },
  { wallets: 5_000, links: 20_000 },
  { wallets: 20_000, links: 40_000 },
] as const
const ROUNDS = Number(process.env['HOLDERSCOPE_BENCH_ROUNDS'] ?? 5)
const SELECT_LIMIT_MS = 50
const STEP_LIMIT_MS = 100
/** Two more than the page prerenders from the first one, plus the newest, which is not opened here. */
const SNAPSHOTS = 6

type Size = (typeof SIZES)[number]

interface Ours extends Panning {
  /** Milliseconds from the snapshot to the first frame with all nodes and links. */
  readonly first: number
  /** Milliseconds until it can also be used. */
  readonly ready: number
  readonly highlight: Spent
  /** The same highlight as soon as the graph can be used, while the rest of the page is still loading. */
  readonly early: Spent
  /** Milliseconds by the clock. */
  readonly step: number
  readonly stepWork: Traced
  /** Of a step right after others, by the clock and as work. */
  readonly next: number
  readonly nextWork: Traced
  readonly layoutWork: Traced
}

interface Rounds {
  readonly ours: readonly Ours[]
  readonly cytoscape: readonly BareCytoscape[]
  /** Milliseconds to the first frame of sigma.js. */
  readonly sigma: readonly number[]
}

async function run(browser: Browser): Promise<BenchRow[]> {
  const only = Number(process.env['HOLDERSCOPE_BENCH_WALLETS'])
  const service = await startService()
  try {
    const rows: BenchRow[] = []
    for (const size of SIZES) {
      if (only > 0 && size.wallets !== only) continue
      rows.push(...rowsOf(size, await measure(browser, service, size), browser.version()))
    }
    return rows
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
}

async function measure(browser: Browser, service: RunningService, { wallets, links }: Size): Promise<Rounds> {
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, step) => syntheticSnapshot(wallets, links, step))
  for (const snapshot of snapshots) await service.post('/local/v1/imports', snapshot)
  const [snapshot] = snapshots
  const rounds: { ours: Ours[]; cytoscape: BareCytoscape[]; sigma: number[] } = { ours: [], cytoscape: [], sigma: [] }
  if (snapshot === undefined) return rounds
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`graph of ${wallets} wallets, round ${round + 1} of ${ROUNDS} …\n`)
    const measurePeers = async (): Promise<void> => {
      rounds.cytoscape.push(await measureCytoscape(browser, snapshot))
      rounds.sigma.push(await measureSigma(browser, snapshot))
    }
    const peersFirst = round % 2 === 0
    if (peersFirst) await measurePeers()
    rounds.ours.push(await measureOurs(browser, service, snapshot.token_address))
    if (!peersFirst) await measurePeers()
  }
  return rounds
}

function rowsOf({ wallets, links }: Size, { ours, cytoscape, sigma }: Rounds, chromium: string): BenchRow[] {
  const size = `${figure(wallets)} wallets, ${figure(links)} links`
  /** The ratio is above 1 if ours is better. */
  const compare = (work: string, unit: string, peer: string, own: readonly number[], theirs: readonly number[], goal: string): BenchRow => {
    const isRate = unit === 'frames/s'
    const ratios = own.map((value, i) => (isRate ? value / (theirs[i] ?? value) : (theirs[i] ?? value) / value))
    return {
      work: `${work}, ${size}`,
      ours: `${figure(median(own))} ${unit}`,
      peer: `${peer}, same elements, Chromium ${chromium}: ${figure(median(theirs))} ${unit}`,
      ratio: median(ratios),
      goal,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    }
  }
  const within = (work: string, read: (m: Ours) => Partial<Spent> & Pick<Spent, 'cpu'>, limit: number, goal: string): BenchRow => {
    const spent = ours.map(read)
    const ratios = spent.map(({ cpu }) => limit / cpu)
    const clocked = spent.flatMap(({ ms }) => ms ?? [])
    const byClock = clocked.length === 0 ? '' : `, ${figure(median(clocked))} ms by the clock`
    return {
      work: `${work}, ${size}`,
      ours: `${figure(median(spent.map(({ cpu }) => cpu)))} ms of work${byClock}`,
      peer: `limit: ${limit} ms`,
      ratio: median(ratios),
      goal,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    }
  }
  const [bare, goals] = [`bare cytoscape ${cytoscapeVersion()}`, wallets === 5_000]
  const firsts = ours.map(({ first }) => first)
  const bareFirsts = cytoscape.map(({ first }) => first)
  const column = (key: keyof Panning): [number[], number[]] => [ours.map((m) => m[key]), cytoscape.map((m) => m[key])]
  return [
    compare('first complete frame', 'ms', bare, firsts, bareFirsts, goals ? '≥ 2.5' : 'reported'),
    compare('first complete frame', 'ms', `sigma.js ${sigmaVersion()}`, firsts, sigma, 'reported'),
    compare(
      'graph that can be used',
      'ms',
      bare,
      ours.map(({ ready }) => ready),
      bareFirsts,
      goals ? '≥ 0.83' : 'reported',
    ),
    compare('panning', 'frames/s', bare, ...column('fps'), goals ? '≥ 0.95' : 'reported'),
    compare('work per frame of panning', 'ms of work', bare, ...column('frameCpu'), 'reported'),
    within('selection to highlight', (m) => m.highlight, SELECT_LIMIT_MS, goals ? '≥ 1' : 'reported'),
    within('selection as soon as the graph can be used', (m) => m.early, SELECT_LIMIT_MS, 'reported'),
    within(
      'slider step to the complete graph',
      (m) => ({ cpu: m.stepWork.work[0] ?? Number.NaN, ms: m.step }),
      STEP_LIMIT_MS,
      wallets <= 5_000 ? '≥ 1' : 'reported',
    ),
    within(
      'slider step right after others',
      (m) => ({ cpu: m.nextWork.work[0] ?? Number.NaN, ms: m.next }),
      STEP_LIMIT_MS,
      wallets <= 5_000 ? '≥ 1' : 'reported',
    ),
    within('longest task of a slider step', (m) => ({ cpu: m.stepWork.longest }), STEP_LIMIT_MS, wallets <= 5_000 ? '≥ 1' : 'reported'),
    within('longest task of a switch of the layout', (m) => ({ cpu: m.layoutWork.longest }), STEP_LIMIT_MS, wallets <= 5_000 ? '≥ 1' : 'reported'),
  ]
}

async function measureOurs(browser: Browser, service: RunningService, token: string): Promise<Ours> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  try {
    await page.goto(`${service.url}/t/sol/${token}#key=${service.key}`)
    const marks = await page.evaluate(async () => {
      const at = (name: string): number | undefined => performance.getEntriesByName(name)[0]?.startTime
      // Cytoscape may have its nodes before the worker has painted.
      while (at('graph:ready') === undefined || at('graph:painted') === undefined) await new Promise(requestAnimationFrame)
      const start = at('graph:data') ?? 0
      const first = (at('graph:painted') ?? 0) - start
      return { first, ready: Math.max(first, (at('graph:ready') ?? 0) - start) }
    })
    const thread = await mainThread(page)
    const host = '[role="application"]'
    const select = (): Promise<number> =>
      page.evaluate(async (selector) => {
        const graph = document.querySelector<HTMLElement>(selector)
        graph?.focus()
        const start = performance.now()
        graph?.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
        await new Promise(requestAnimationFrame)
        await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - start
      }, host)
    const early = await spent(thread, select)
    await page.keyboard.press('Escape')
    // The selection moved the viewport, and a node at the edge would be dragged instead of the graph. Fits the graph again.
    await page.keyboard.press('f')
    await atRest(thread)
    const pan = await measurePanning(page, host)
    await atRest(thread)
    // The browser compiles code on its first use, so the second selection and the second step are measured.
    await select()
    await atRest(thread)
    const highlight = await spent(thread, select)
    await page.keyboard.press('Escape')
    await atRest(thread)
    const move = (value: string, input = 'bench:input'): Promise<number> =>
      page.evaluate(
        async ([wanted, named]) => {
          const slider = document.querySelector<HTMLInputElement>('input[type="range"][aria-label="Snapshot"]')
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
          const start = performance.now()
          performance.mark(named)
          const mark = performance.getEntriesByName('graph:painted').length
          set?.call(slider, wanted)
          slider?.dispatchEvent(new Event('input', { bubbles: true }))
          while (performance.getEntriesByName('graph:painted').length === mark) {
            if (performance.now() - start > 20_000) return Number.NaN
            await new Promise((resolve) => setTimeout(resolve))
          }
          await new Promise(requestAnimationFrame)
          await new Promise((resolve) => setTimeout(resolve))
          return performance.now() - start
        },
        [value, input] as const,
      )
    await move('1')
    await atRest(thread)
    const step = await move('0')
    await atRest(thread)
    await move('1')
    const drag = async (): Promise<number> => {
      for (const stop of ['1', '2', '3']) await move(stop, 'bench:before')
      return move('4')
    }
    const interval = { from: 'bench:input', to: 'graph:painted' }
    const stepWork = await traced(browser, page, [interval], () => move('0'))
    const nextWork = await traced(browser, page, [interval], drag)
    // Tracing slows the page down, so the clock runs on a reloaded page without tracing, which has no snapshot in its cache.
    await page.reload()
    await page.waitForFunction(() => performance.getEntriesByName('graph:painted').length > 0)
    await atRest(thread)
    for (const stop of ['1', '0', '1', '0']) {
      await move(stop)
      await atRest(thread)
    }
    const next = await drag()
    await atRest(thread)
    const layout = page.getByRole('radiogroup', { name: 'Layout' })
    const layoutWork = await traced(browser, page, [], () => layout.getByText('Time').click())
    return { ...marks, ...pan, early, highlight, step, stepWork, next, nextWork, layoutWork }
  } finally {
    await context.close()
  }
}

await printRows(run)
