import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { launchOptions } from '../fixtures/chromium.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { crowdSnapshot } from './crowd.ts'

/**
 * The graph of the built page against bare cytoscape with the same wallets and links, in the same Chromium, in turn:
 * time to something true, time to a picture that answers, frames while panning, selection to highlight, slider step.
 * `node e2e/bench/graph.bench.ts [wallets links rounds]` after `npm run build`; prints one JSON line per work. It informs and
 * fails nothing. `cpu` is what the page's main thread worked, in milliseconds: on a busy machine it says more than the clock.
 */
const [wallets = 5_000, links = 20_000, rounds = 5] = process.argv.slice(2).map(Number)
const PAN_MS = 2_000
/** A busy machine draws few frames: panning goes on until there are this many. */
const LEAST_FRAMES = 12
const CYTOSCAPE = readFileSync(createRequire(import.meta.url).resolve('cytoscape/dist/cytoscape.min.js'), 'utf8')
const VIEW = { width: 1280, height: 800 }

interface Measured {
  /** Milliseconds from the data in hand. */
  readonly first: number
  readonly ready: number
  readonly fps: number
  /** Work of the main thread for one frame of panning. */
  readonly frameCpu: number
}

interface Spent {
  readonly ms: number
  readonly cpu: number
}

async function main(): Promise<void> {
  const service = await startService()
  const browser = await chromium.launch(await launchOptions())
  try {
    const snapshots = [0, 1, 2].map((step) => crowdSnapshot(wallets, links, step))
    for (const snapshot of snapshots) await service.post('/local/v1/imports', snapshot)
    const [snapshot] = snapshots
    if (snapshot === undefined) return
    const all = { ours: [] as Measured[], bare: [] as Measured[] }
    const own = { highlight: [] as Spent[], step: [] as Spent[] }
    for (let round = 0; round < rounds; round++) {
      all.bare.push(await measureBare(browser, snapshot))
      const { measured, highlight, step } = await measureOurs(browser, service, snapshot.token_address)
      all.ours.push(measured)
      own.highlight.push(highlight)
      own.step.push(step)
    }
    const data = `${wallets} wallets, ${links} links`
    const compare = (work: string, read: (m: Measured) => number, goal: string): void => {
      const ratios = all.ours.map((m, i) => read(m) / read(all.bare[i] ?? m))
      print({
        work,
        data,
        ours: median(all.ours.map(read)),
        bare: median(all.bare.map(read)),
        ratio: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
        goal,
      })
    }
    compare('first true picture, ms', (m) => m.first, '<= 0.5')
    compare('answers, ms', (m) => m.ready, '<= 1.2')
    compare('frames a second while panning', (m) => m.fps, '>= 0.95')
    compare('main thread per frame of panning, ms of cpu', (m) => m.frameCpu, '<= 1')
    const tell = (work: string, spent: readonly Spent[], goal: string): void => {
      const times = spent.map(({ ms }) => ms)
      print({ work, data, ours: median(times), cpu: median(spent.map(({ cpu }) => cpu)), spread: [Math.min(...times), Math.max(...times)], goal })
    }
    tell('selection to highlight, ms', own.highlight, '<= 50')
    tell('slider step, ms', own.step, '<= 100 at 500 wallets')
  } finally {
    await browser.close()
    await service.stop()
    await removeFolder(service.dataDir)
  }
}

/** Cytoscape alone, as its makers would start it: preset places, texture while the viewport moves. */
async function measureBare(browser: Browser, snapshot: ReturnType<typeof crowdSnapshot>): Promise<Measured> {
  const page = await browser.newPage({ viewport: VIEW })
  try {
    await page.setContent('<style>html,body{margin:0}#host{position:absolute;inset:0}</style><div id="host"></div>')
    await page.addScriptTag({ content: CYTOSCAPE })
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

async function measureOurs(browser: Browser, service: RunningService, token: string): Promise<{ measured: Measured; highlight: Spent; step: Spent }> {
  const context = await browser.newContext({ viewport: VIEW, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  try {
    await page.goto(`${service.url}/t/sol/${token}#key=${service.key}`)
    const marks = await page.evaluate(async () => {
      const at = (name: string): number | undefined => performance.getEntriesByName(name)[0]?.startTime
      while (at('graph:ready') === undefined) await new Promise(requestAnimationFrame)
      const start = at('graph:data') ?? 0
      return { first: (at('graph:first') ?? at('graph:ready') ?? 0) - start, ready: (at('graph:ready') ?? 0) - start }
    })
    await page.waitForTimeout(1_000)
    const host = '[role="application"]'
    const pan = await panning(page, host)
    const thread = await mainThread(page)
    await page.waitForTimeout(500)
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
    // The first time the browser still compiles what it runs; the second is what a hand feels. So it is for the slider.
    await select()
    await page.waitForTimeout(500)
    const highlight = await spent(thread, select)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(500)
    const move = (value: string): Promise<number> =>
      page.evaluate(async (wanted) => {
        const slider = document.querySelector<HTMLInputElement>('input[type="range"][aria-label="Snapshot"]')
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const start = performance.now()
        const mark = performance.getEntriesByName('graph:changed').length
        set?.call(slider, wanted)
        slider?.dispatchEvent(new Event('input', { bubbles: true }))
        while (performance.getEntriesByName('graph:changed').length === mark) {
          if (performance.now() - start > 20_000) return Number.NaN
          await new Promise((resolve) => setTimeout(resolve))
        }
        await new Promise(requestAnimationFrame)
        await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - start
      }, value)
    await move('1')
    await page.waitForTimeout(1_500)
    const step = await spent(thread, () => move('0'))
    return { measured: { ...marks, ...pan }, highlight, step }
  } finally {
    await context.close()
  }
}

/** A way to ask how long the page's main thread has worked. */
async function mainThread(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

async function spent(thread: CDPSession, run: () => Promise<number>): Promise<Spent> {
  const before = await workedMs(thread)
  const ms = await run()
  return { ms, cpu: (await workedMs(thread)) - before }
}

async function workedMs(thread: CDPSession): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value))}\n`)
}

await main()
