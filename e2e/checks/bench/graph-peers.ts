import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { syntheticSnapshot } from './synthetic-snapshot.ts'
import { measurePanning, type Panning } from './panning.ts'

/** The libraries that the graph is compared with, each on an empty page with the same nodes, links and viewport. */

export const VIEWPORT = { width: 1280, height: 800 }

type Snapshot = ReturnType<typeof syntheticSnapshot>

const { resolve } = createRequire(import.meta.url)
const CYTOSCAPE = resolve('cytoscape/dist/cytoscape.min.js')
const GRAPHOLOGY = join(dirname(resolve('graphology')), 'graphology.umd.min.js')
const SIGMA = join(dirname(resolve('sigma')), 'sigma.min.js')

/** Version of the package that a file in its dist folder belongs to. */
function versionOf(distFile: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(distFile), '..', 'package.json'), 'utf8')) as { version: string }
  return version
}

export const cytoscapeVersion = (): string => versionOf(CYTOSCAPE)
export const sigmaVersion = (): string => versionOf(SIGMA)

export interface BareCytoscape extends Panning {
  /** Milliseconds from the data to its first frame, which is usable immediately. */
  readonly first: number
}

/** Cytoscape as its documentation recommends for large graphs: preset positions, a texture while the viewport moves. */
export function measureCytoscape(browser: Browser, snapshot: Snapshot): Promise<BareCytoscape> {
  return onEmptyPage(browser, [CYTOSCAPE], async (page) => {
    const first = await page.evaluate(
      async ({ nodes, links }) => {
        type Cytoscape = { one: (event: string, run: () => void) => void; fit: (all: undefined, padding: number) => void; pan: () => { x: number } }
        const start = performance.now()
        const side = Math.ceil(Math.sqrt(nodes.length))
        const page = window as unknown as { cytoscape: (options: object) => Cytoscape; panX: () => number }
        const { cytoscape } = page
        const cy = cytoscape({
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
        return performance.now() - start
      },
      { nodes: snapshot.nodes, links: snapshot.links },
    )
    return { first, ...(await measurePanning(page, '#host')) }
  })
}

/** Milliseconds from the data to the first frame of sigma.js, which draws by WebGL. */
export function measureSigma(browser: Browser, snapshot: Snapshot): Promise<number> {
  return onEmptyPage(browser, [GRAPHOLOGY, SIGMA], (page) =>
    page.evaluate(
      async ({ nodes, links }) => {
        type Graph = { addNode: (id: string, data: object) => void; addEdge: (source: string, target: string, data: object) => void }
        type Sigma = { once: (event: string, run: () => void) => void }
        const start = performance.now()
        const side = Math.ceil(Math.sqrt(nodes.length))
        const page = window as unknown as {
          graphology: { MultiGraph: new () => Graph }
          Sigma: new (graph: Graph, container: HTMLElement | null, settings: object) => Sigma
        }
        const graph = new page.graphology.MultiGraph()
        for (const [i, { address, percentage }] of nodes.entries())
          graph.addNode(address, { x: (i % side) * 40, y: Math.floor(i / side) * 40, size: 2 + 8 * Math.sqrt(percentage), color: '#999' })
        for (const { source, target } of links) graph.addEdge(source, target, { size: 1, color: '#ccc' })
        const sigma = new page.Sigma(graph, document.getElementById('host'), { renderLabels: false })
        await Promise.race([new Promise<void>((resolve) => sigma.once('afterRender', resolve)), new Promise(requestAnimationFrame)])
        // The commands are in the GPU's queue: the frame is on the screen when the next one begins.
        await new Promise(requestAnimationFrame)
        return performance.now() - start
      },
      { nodes: snapshot.nodes, links: snapshot.links },
    ),
  )
}

async function onEmptyPage<T>(browser: Browser, scripts: readonly string[], run: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  try {
    await page.setContent('<style>html,body{margin:0}#host{position:absolute;inset:0}</style><div id="host"></div>')
    for (const path of scripts) await page.addScriptTag({ path })
    return await run(page)
  } finally {
    await page.close()
  }
}
