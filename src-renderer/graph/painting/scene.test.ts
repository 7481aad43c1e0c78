import { describe, expect, it } from 'vitest'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { buildElements } from '../elements/build-elements.ts'
import { fitCameraAround, fitCamera, computeExtent } from '../cytoscape/camera.ts'
import { computeHighlight } from '../elements/highlight.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { countRows, shownElements } from '../elements/filter.ts'
import { overlaps } from '../geometry/box.ts'
import { cullLabels, nodeLabel, type Label } from './marks/labels.ts'
import { levelPath } from './marks/shapes.ts'
import { bodyLayer, backgroundLayer, computeHulls, type Scene } from './scene.ts'
import { labelLayer } from './scene-labels.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { LIGHT } from '../testing/theme.fixture.ts'

const elements = buildElements(smallStory(), null)
const positions = bubbleLayout(elements)
const scene: Scene = { elements, positions, hulls: computeHulls(elements, positions), theme: LIGHT, axis: null }
const measure = (text: string, size: number): number => text.length * size * 0.55
const WINDOW = { left: 0, top: 0, right: 1200, bottom: 800 }

describe('layers', () => {
  it('have a hull for each cluster', () => {
    expect(backgroundLayer(scene, 1).filter((mark) => mark.kind === 'path' && mark.fill !== null)).toHaveLength(2)
  })

  it('contain every node', () => {
    const filled = bodyLayer(scene).filter((mark) => mark.kind === 'dot' || (mark.kind === 'path' && mark.fill !== null))
    expect(filled.length).toBeGreaterThanOrEqual(elements.nodes.length)
  })
})

describe('labels', () => {
  const extent = computeExtent(elements.nodeById.keys(), elements, positions) ?? WINDOW
  const marks = labelLayer(scene, fitCamera(extent, 1200, 800), WINDOW, measure, null, null)
  const texts = marks.map((mark) => mark.text)

  it('show share and size of clusters, and names rather than addresses', () => {
    expect(texts).toContain('7.00 % · 3 wallets')
    expect(texts).toContain('Raydium')
    expect(texts).toContain('Binance')
  })

  it.each([
    ['Wintermute: Market Maker', 'Winterm…'],
    [null, '0xaa2…'],
  ])('have one ellipsis where %s is too long for its circle', (name, shown) => {
    const wallet = elements.nodes.find(({ kind }) => kind === 'wallet')
    if (wallet === undefined) throw new Error('the story has no wallet')
    const node = { ...wallet, id: `0xaa2${'0'.repeat(34)}4f3`, name, radius: 29 }
    expect(nodeLabel(node, { x: 0, y: 0 }, 1, LIGHT, measure, true)?.lines[0]?.text).toBe(shown)
  })

  it('name a cluster once, and never on another cluster', () => {
    const [cluster] = elements.clusters
    if (cluster === undefined) throw new Error('the story has no cluster')
    const square = (x: number, y: number) => [
      { x, y },
      { x: x + 80, y },
      { x: x + 80, y: y + 80 },
      { x, y: y + 80 },
    ]
    const hulls = new Map([
      [cluster.id, square(100, 100)],
      [99, square(100, 10)],
    ])
    const labels = labelLayer({ ...scene, hulls, positions: new Map() }, { zoom: 1, panX: 0, panY: 0 }, WINDOW, measure, null, null)
    expect(labels).toHaveLength(1)
    expect(labels[0]?.y).toBeGreaterThan(180)
  })

  it('fill a service up to its share', () => {
    expect(levelPath('square', 0, 0, 10, 0.25)).toBe('M10 5L10 10L-10 10L-10 5Z')
  })

  it('are dropped where they would overlap a larger one', () => {
    const box = (left: number): Label => ({
      lines: [],
      box: { left, top: 0, right: left + 10, bottom: 10 },
      nodeId: null,
      cluster: null,
      mayCover: false,
    })
    const kept = cullLabels([box(0), box(5), box(10), box(5000)], WINDOW, () => false)
    expect(kept.map((label) => label.box.left)).toEqual([0, 10])
    expect(overlaps(box(0).box, box(10).box)).toBe(false)
  })
})

describe('the highlight', () => {
  it('is null without a selection, or with one that is not in these elements', () => {
    expect(computeHighlight(EMPTY_SELECTION, elements)).toBeNull()
    expect(computeHighlight({ ...EMPTY_SELECTION, wallets: ['elsewhere'] }, elements)).toBeNull()
  })

  it('is a wallet with all its neighbours', () => {
    const highlight = computeHighlight({ ...EMPTY_SELECTION, wallets: ['funder'] }, elements)
    expect([...(highlight?.nodes ?? [])]).toEqual(['funder', 'a1', 'a2', 'a3'])
    expect([...(highlight?.ringed ?? [])]).toEqual(['funder'])
  })

  it('is several wallets with only the links between them', () => {
    const highlight = computeHighlight({ ...EMPTY_SELECTION, wallets: ['funder', 'a1'] }, elements)
    expect([...(highlight?.nodes ?? [])]).toEqual(['funder', 'a1'])
    expect(highlight?.links).toHaveLength(1)
  })

  it('is a cluster with the links inside it', () => {
    const highlight = computeHighlight({ ...EMPTY_SELECTION, cluster: 1 }, elements)
    expect([...(highlight?.nodes ?? [])]).toEqual(['b1', 'b2'])
  })
})

describe('filters', () => {
  it('count the rows of the legend', () => {
    expect(Object.fromEntries(countRows(elements))).toEqual({
      clustered: 5,
      alone: 31,
      passing: 1,
      pool: 1,
      exchange: 1,
      funding: 3,
      token: 1,
      coin: 1,
    })
  })

  it('remove a kind of nodes and all their links', () => {
    const shown = shownElements(elements, { off: new Set(['exchange']), hidden: new Set(['b2']) })
    expect(shown.nodes).toHaveLength(elements.nodes.length - 2)
    expect(shown.links.map((link) => link.line)).toEqual(['funding', 'funding', 'funding'])
    expect(shown.clusters.map((cluster) => cluster.members.length)).toEqual([4, 1])
  })
})

describe('the camera', () => {
  const wide = { left: 0, top: 0, right: 1000, bottom: 200 }

  it('fits an extent into the panel', () => {
    const { zoom, panX, panY } = fitCamera(wide, 1056, 600)
    expect(zoom).toBeCloseTo(1)
    expect([panX, panY]).toEqual([28, 60 + 512 / 2 - 100])
  })

  it('avoids the legend and moves no further than needed', () => {
    const legend = { left: 0, top: 380, right: 200, bottom: 600 }
    const covers = ({ zoom, panX, panY }: { zoom: number; panX: number; panY: number }): boolean =>
      panX < legend.right && 200 * zoom + panY > legend.top
    const camera = fitCameraAround(wide, 1056, 600, { left: 28, top: 60, right: 28, bottom: 28 }, [legend], covers)
    expect(covers(camera)).toBe(false)
    expect(camera.zoom).toBeCloseTo(1)
  })
})
