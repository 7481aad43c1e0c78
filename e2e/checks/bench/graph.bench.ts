import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { figure, median, type BenchRow } from '../../../src-main/lib/bench.ts'
import { removeFolder, startService, type RunningService } from '../../fixtures/service.ts'
import { crowdSnapshot } from './crowd.ts'
import { atRest, mainThread, spent, traced, workedMs, type Spent, type Traced } from './main-thread.ts'
import { printRows } from './print-rows.ts'

/**
 * The graph of the built page against bare cytoscape with the same wallets and links, in the same Chromium, in turn: time to
 * something true, time to a picture that answers, frames while panning; and against fixed limits: selection to highlight,
 * slider step. Those two limits are held against what the page's main thread worked until the next frame was drawn, not
 * against the clock, for on a busy machine the clock measures the neighbours; the clock's figure stands beside it. A slider
 * step ends when the whole picture of the other moment, links, shapes and labels, is painted; its work is all that the main
 * thread and the workers do from the input to there, whatever it is for. While the page is idle it reads and paints the moments
 * next to the open one ahead: that work is not in a step taken after the page has come to rest, as one who looks at each moment
 * takes it, and a step to a moment that is not painted ahead costs more. So the step of a hand that slides on without a pause
 * over more moments than are painted ahead, for which nothing is ready yet, stands in rows beside it, and in them also what the
 * steps before have left to do: to all wallets, hulls and labels of the moment, which are there before its links are and are held
 * against the limit as the first that is true to look at; and to the whole picture. The longest
 * task of the main thread until all rests again, tables, map, cytoscape and the painting ahead included, stands in a row of its
 * own: it is what a hand that goes on sliding waits for at most. So it is for a switch of the layout.
 * `HOLDERSCOPE_BENCH_WALLETS=500` measures one size alone.
 */
const SIZES = [
  { wallets: 500, links: 2_000 },
  { wallets: 5_000, links: 20_000 },
  { wallets: 20_000, links: 40_000 },
] as const
const ROUNDS = 5
const SELECT_LIMIT_MS = 50
const STEP_LIMIT_MS = 100
/** Two more than one who begins at the first has painted ahead, and the newest, to which nobody slides here. */
const MOMENTS = 6
const PAN_MS = 2_000
/** A busy machine draws few frames: panning goes on until there are this many. */
const LEAST_FRAMES = 12
const CYTOSCAPE = createRequire(import.meta.url).resolve('cytoscape/dist/cytoscape.min.js')
const VIEW = { width: 1280, height: 800 }

interface Measured {
  /** Milliseconds from the data in hand. */
  readonly first: number
  readonly ready: number
  readonly fps: number
  /** Work of the main thread for one frame of panning. */
  readonly frameCpu: number
}

type Size = (typeof SIZES)[number]

interface Ours extends Measured {
  readonly highlight: Spent
  /** The same as soon as the picture answers, while the rest of the page still comes. */
  readonly early: Spent
  /** By the clock. */
  readonly step: number
  readonly stepWork: Traced
  /** Of a step that follows others at once: until the wallets of its moment are there, and until all is. */
  readonly nextWork: Traced
  readonly layoutWork: Traced
}

interface Rounds {
  readonly ours: readonly Ours[]
  readonly bare: readonly Measured[]
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
  const snapshots = Array.from({ length: MOMENTS }, (_, step) => step).map((step) => crowdSnapshot(wallets, links, step))
  for (const snapshot of snapshots) await service.post('/local/v1/imports', snapshot)
  const [snapshot] = snapshots
  const [ours, bare]: [Ours[], Measured[]] = [[], []]
  if (snapshot === undefined) return { ours, bare }
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`graph of ${wallets} wallets, round ${round + 1} of ${ROUNDS} …\n`)
    const bareFirst = round % 2 === 0
    if (bareFirst) bare.push(await measureBare(browser, snapshot))
    ours.push(await measureOurs(browser, service, snapshot.token_address))
    if (!bareFirst) bare.push(await measureBare(browser, snapshot))
  }
  return { ours, bare }
}

function rowsOf({ wallets, links }: Size, { ours, bare }: Rounds, chromium: string): BenchRow[] {
  const on = `${figure(wallets)} wallets, ${figure(links)} links`
  const peer = `bare cytoscape ${cytoscapeVersion()}, same elements, Chromium ${chromium}`
  const compare = (
    work: string,
    unit: string,
    read: (m: Measured) => number,
    faster: (ours: number, bare: number) => number,
    goal: string,
  ): BenchRow => {
    const ratios = ours.map((m, i) => faster(read(m), read(bare[i] ?? m)))
    return {
      work: `${work}, ${on}`,
      ours: `${figure(median(ours.map(read)))} ${unit}`,
      peer: `${peer}: ${figure(median(bare.map(read)))} ${unit}`,
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
      work: `${work}, ${on}`,
      ours: `${figure(median(spent.map(({ cpu }) => cpu)))} ms of work${byClock}`,
      peer: `limit: ${limit} ms`,
      ratio: median(ratios),
      goal,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    }
  }
  const less = (mine: number, theirs: number): number => theirs / mine
  const more = (mine: number, theirs: number): number => mine / theirs
  const goals = wallets === 5_000
  return [
    compare('first true picture', 'ms', (m) => m.first, less, goals ? '≥ 2' : 'told'),
    compare('picture that answers', 'ms', (m) => m.ready, less, goals ? '≥ 0.83' : 'told'),
    compare('panning', 'frames/s', (m) => m.fps, more, goals ? '≥ 0.95' : 'told'),
    compare('work in a frame of panning', 'ms of work', (m) => m.frameCpu, less, 'told'),
    within('selection to highlight', (m) => m.highlight, SELECT_LIMIT_MS, goals ? '≥ 1' : 'told'),
    within('selection as soon as the picture answers', (m) => m.early, SELECT_LIMIT_MS, 'told'),
    within(
      'slider step to the true picture',
      (m) => ({ cpu: m.stepWork.paths[0] ?? Number.NaN, ms: m.step }),
      STEP_LIMIT_MS,
      wallets <= 5_000 ? '≥ 1' : 'told',
    ),
    within(
      'slider step right after others, to its wallets',
      (m) => ({ cpu: m.nextWork.paths[0] ?? Number.NaN }),
      STEP_LIMIT_MS,
      wallets <= 5_000 ? '≥ 1' : 'told',
    ),
    within('slider step right after others, to the whole picture', (m) => ({ cpu: m.nextWork.paths[1] ?? Number.NaN }), STEP_LIMIT_MS, 'told'),
    within('longest task of a slider step', (m) => ({ cpu: m.stepWork.longest }), STEP_LIMIT_MS, wallets <= 5_000 ? '≥ 1' : 'told'),
    within('longest task of a switch of the layout', (m) => ({ cpu: m.layoutWork.longest }), STEP_LIMIT_MS, wallets <= 5_000 ? '≥ 1' : 'told'),
  ]
}

function cytoscapeVersion(): string {
  const { version } = JSON.parse(readFileSync(join(dirname(CYTOSCAPE), '..', 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Cytoscape alone, as its makers would start it: preset places, texture while the viewport moves. */
async function measureBare(browser: Browser, snapshot: ReturnType<typeof crowdSnapshot>): Promise<Measured> {
  const page = await browser.newPage({ viewport: VIEW })
  try {
    await page.setContent('<style>html,body{margin:0}#host{position:absolute;inset:0}</style><div id="host"></div>')
    await page.addScriptTag({ path: CYTOSCAPE })
    const times = await page.evaluate(
      async ({ nodes, links }) => {
        type Bare = { one: (event: string, run: () => void) => void; fit: (all: undefined, padding: number) => void; pan: () => { x: number } }
        const start = performance.now()
        const side = Math.ceil(Math.sqrt(nodes.length))
        const page = window as unknown as { cytoscape: (options: object) => Bare; panX: () => number }
        const make = page.cytoscape
        const cy = make({
          container: document.getElementById('host'),
          textureOnViewport: true,
          layout: { name: 'preset' },
          style: [
            { selector: 'node', style: { width: 'data(size)', height: 'data(size)' } },
            { selector: 'edge', style: { width: 1, opacity: 0.3 } },
          ],
          elements: [
            ...nodes.map(({ address, percentage }, i) => ({
              data: { id: address, size: 9 + 34 * Math.sqrt(percentage) },
              position: { x: (i % side) * 40, y: Math.floor(i / side) * 40 },
            })),
            ...links.map(({ source, target }, i) => ({ data: { id: `e${i}`, source, target } })),
          ],
        })
        cy.fit(undefined, 28)
        page.panX = () => cy.pan().x
        await new Promise<void>((resolve) => cy.one('render', resolve))
        await new Promise(requestAnimationFrame)
        const drawn = performance.now() - start
        return { first: drawn, ready: drawn }
      },
      { nodes: snapshot.nodes, links: snapshot.links },
    )
    return { ...times, ...(await panning(page, '#host')) }
  } finally {
    await page.close()
  }
}

async function measureOurs(browser: Browser, service: RunningService, token: string): Promise<Ours> {
  const context = await browser.newContext({ viewport: VIEW, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  try {
    await page.goto(`${service.url}/t/sol/${token}#key=${service.key}`)
    const marks = await page.evaluate(async () => {
      const at = (name: string): number | undefined => performance.getEntriesByName(name)[0]?.startTime
      // Cytoscape may have everything before the worker has painted: only both together answer.
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
    await atRest(thread)
    const pan = await panning(page, host)
    await atRest(thread)
    // The first time the browser still compiles what it runs; later ones are what a hand feels. So it is for the slider.
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
    const ways = ['graph:sketched', 'graph:painted'].map((to) => ({ from: 'bench:input', to }))
    const stepWork = await traced(browser, page, ways.slice(1), () => move('0'))
    const nextWork = await traced(browser, page, ways, async () => {
      for (const stop of ['1', '2', '3']) await move(stop, 'bench:before')
      await move('4')
    })
    const layout = page.getByRole('radiogroup', { name: 'Layout' })
    const layoutWork = await traced(browser, page, [], () => layout.getByText('Time').click())
    return { ...marks, ...pan, early, highlight, step, stepWork, nextWork, layoutWork }
  } finally {
    await context.close()
  }
}

/** Drags the picture in circles by its free left edge, one step a frame, and counts the frames; fails where nothing moves. */
async function panning(page: Page, selector: string): Promise<{ fps: number; frameCpu: number }> {
  const thread = await mainThread(page)
  const before = await workedMs(thread)
  const { frames, ms, moved } = await page.evaluate(
    async ({ selector, length, least }) => {
      const host = document.querySelector(selector)
      if (host === null) throw new Error('There is no picture to drag.')
      const box = host.getBoundingClientRect()
      const [left, top] = [box.left + 8, box.top + box.height / 2]
      const target = document.elementFromPoint(left, top)
      const at = (type: string, x: number, y: number, buttons: number): void =>
        void (type === 'mousedown' ? target : window)?.dispatchEvent(
          new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, buttons, button: 0, view: window }),
        )
      const place = (): string => String((window as unknown as { panX?: () => number }).panX?.() ?? host.querySelector('canvas')?.style.transform)
      at('mousedown', left, top, 1)
      const places = new Set([place()])
      const start = performance.now()
      let frames = 0
      for (;;) {
        const now = await new Promise<number>(requestAnimationFrame)
        const angle = (now - start) / 300
        at('mousemove', left + 120 * (1 - Math.cos(angle)), top + 80 * Math.sin(angle), 1)
        places.add(place())
        frames++
        if (now - start > length && frames >= least) break
      }
      at('mouseup', left, top, 0)
      return { frames, ms: performance.now() - start, moved: places.size > 1 }
    },
    { selector, length: PAN_MS, least: LEAST_FRAMES },
  )
  if (!moved) throw new Error(`Dragging ${selector} did not move the picture.`)
  return { fps: (frames / ms) * 1000, frameCpu: ((await workedMs(thread)) - before) / frames }
}

await printRows(run)
