import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type Page } from 'playwright'
import { launchOptions } from '../fixtures/chromium.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { crowdSnapshot } from './crowd.ts'

/**
 * The graph of the built page against bare cytoscape with the same wallets and links, in the same Chromium, in turn:
 * time to something true, time to a picture that answers, frames while panning, selection to highlight, slider step.
 * `node e2e/bench/graph.bench.ts [wallets links rounds]`; prints one JSON line per work. It informs and fails nothing.
 */
const [wallets = 5_000, links = 20_000, rounds = 5] = process.argv.slice(2).map(Number)
const PAN_MS = 2_000
const CYTOSCAPE = readFileSync(createRequire(import.meta.url).resolve('cytoscape/dist/cytoscape.min.js'), 'utf8')
const VIEW = { width: 1280, height: 800 }

interface Measured {
  /** Milliseconds from the data in hand. */
  readonly first: number
  readonly ready: number
  readonly fps: number
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
    const own = { highlight: [] as number[], step: [] as number[] }
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
    print({
      work: 'selection to highlight, ms',
      data,
      ours: median(own.highlight),
      spread: [Math.min(...own.highlight), Math.max(...own.highlight)],
      goal: '<= 50',
    })
    print({
      work: 'slider step, ms',
      data,
      ours: median(own.step),
      spread: [Math.min(...own.step), Math.max(...own.step)],
      goal: '<= 100 at 500 wallets',
    })
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
        type Bare = { on: (event: string, run: () => void) => void; one: (event: string, run: () => void) => void; fit: () => void }
        const start = performance.now()
        const side = Math.ceil(Math.sqrt(nodes.length))
        const make = (window as unknown as { cytoscape: (options: object) => Bare }).cytoscape
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
        cy.fit()
        await new Promise<void>((resolve) => cy.one('render', resolve))
        await new Promise(requestAnimationFrame)
        const drawn = performance.now() - start
        return { first: drawn, ready: drawn }
      },
      { nodes: snapshot.nodes, links: snapshot.links },
    )
    return { ...times, fps: await panningFps(page, '#host') }
  } finally {
    await page.close()
  }
}

async function measureOurs(
  browser: Browser,
  service: RunningService,
  token: string,
): Promise<{ measured: Measured; highlight: number; step: number }> {
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
    const fps = await panningFps(page, host)
    await page.waitForTimeout(500)
    const highlight = await page.evaluate(async (selector) => {
      const graph = document.querySelector<HTMLElement>(selector)
      graph?.focus()
      const start = performance.now()
      graph?.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
      return performance.now() - start
    }, host)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(500)
    const step = await page.evaluate(async () => {
      const slider = document.querySelector<HTMLInputElement>('input[type="range"][aria-label="Snapshot"]')
      if (slider === null) return Number.NaN
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const move = async (value: string): Promise<number> => {
        const start = performance.now()
        set?.call(slider, value)
        slider.dispatchEvent(new Event('input', { bubbles: true }))
        const mark = performance.getEntriesByName('graph:changed').length
        while (performance.getEntriesByName('graph:changed').length === mark) {
          if (performance.now() - start > 20_000) return Number.NaN
          await new Promise((resolve) => setTimeout(resolve))
        }
        await new Promise(requestAnimationFrame)
        await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - start
      }
      // The first step may still wait for its snapshot; the second is what a hand on the slider feels.
      await move('1')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return move('0')
    })
    return { measured: { ...marks, fps }, highlight, step }
  } finally {
    await context.close()
  }
}

/** Drags the picture in circles, one step a frame, and counts the frames. */
function panningFps(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    async ({ selector, ms }) => {
      const host = document.querySelector(selector)
      const under = document.elementFromPoint(640, 420)
      const target = host !== null && under !== null && host.contains(under) ? under : host
      const at = (type: string, x: number, y: number, buttons: number): void =>
        void (type === 'mousedown' ? target : window)?.dispatchEvent(
          new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, buttons, button: 0, view: window }),
        )
      // A free place would be better than a chance one: empty ground lies in the corner.
      at('mousedown', 620, 330, 1)
      const start = performance.now()
      let frames = 0
      for (;;) {
        const now = await new Promise<number>(requestAnimationFrame)
        const angle = (now - start) / 300
        at('mousemove', 620 + 120 * Math.sin(angle), 330 + 80 * Math.cos(angle) - 80, 1)
        frames++
        if (now - start > ms) break
      }
      at('mouseup', 620, 330, 0)
      return (frames / (performance.now() - start)) * 1000
    },
    { selector, ms: PAN_MS },
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value))}\n`)
}

await main()
