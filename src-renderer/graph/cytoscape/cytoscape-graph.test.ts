import cytoscape from 'cytoscape'
import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { shownElements } from '../elements/filter.ts'
import { NODE_STYLES, SHAPE_SCALE } from '../elements/style-table.ts'
import { nodeAt } from '../interaction/hit-test.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'
import { readPositions, syncNodes } from './cytoscape-graph.ts'
import { isArranged, moveNodes } from './move-nodes.ts'

/** Headless. The browser specs show that cytoscape requests the node under the pointer. */
describe('the nodes of cytoscape', () => {
  const elements = buildElements(smallStory(), null)
  const positions = bubbleLayout(elements)
  const cy = cytoscape({ headless: true })

  it('are added at their positions', () => {
    let done = 0
    syncNodes(cy, elements, positions)
    moveNodes(cy, positions, true, () => done++)
    expect(done).toBe(1)
    expect(readPositions(cy)).toEqual(positions)
  })

  it('follow when wallets leave, come and move', () => {
    const nodes = smallStory().nodes.filter(({ address }) => address !== 'a3')
    const next = buildElements(
      snapshotOf([...nodes.map((node) => (node.address === 'a1' ? wallet('a1', 30, { cluster: 0 }) : node)), wallet('comer', 2)]),
      null,
    )
    const moved = bubbleLayout(next)
    syncNodes(cy, next, moved)
    moveNodes(cy, moved, true, () => undefined)
    const off = [...moved].filter(([id, at]) => !isArranged(readPositions(cy), new Map([[id, at]])))
    expect(off).toEqual([])
    expect(readPositions(cy).size).toBe(moved.size)
  })
})

describe('the node under the pointer', () => {
  const elements = buildElements(smallStory(), null)
  const positions = bubbleLayout(elements)
  const cy = cytoscape({ headless: true })
  syncNodes(cy, elements, positions)

  it.each(['wallet', 'pool', 'exchange'] as const)('is a %s up to its corner and little further', (kind) => {
    const node = elements.nodes.find((each) => each.kind === kind)
    const { x, y } = positions.get(node?.id ?? '') ?? { x: 0, y: 0 }
    const { shape } = NODE_STYLES[kind]
    const r = (node?.radius ?? 0) * SHAPE_SCALE[shape]
    const below = shape === 'square' ? r : 0
    expect(nodeAt({ cy, shown: elements }, { x: x + r + 1, y: y + below }, 2)).toBe(node?.id)
    expect(nodeAt({ cy, shown: elements }, { x: x + r + 1, y: y + below }, 0.5)).toBeNull()
  })

  it('is none that is hidden', () => {
    const at = positions.get('b1') ?? { x: 0, y: 0 }
    expect(nodeAt({ cy, shown: elements }, at, 2)).toBe('b1')
    expect(nodeAt({ cy, shown: shownElements(elements, { off: new Set(), hidden: new Set(['b1']) }) }, at, 2)).toBeNull()
  })
})

describe('positions read from cytoscape', () => {
  it('are the same map until a node moves', () => {
    const cy = cytoscape({ headless: true, layout: { name: 'preset' }, elements: [{ data: { id: 'a' }, position: { x: 1, y: 2 } }] })
    const before = readPositions(cy)
    expect(readPositions(cy)).toBe(before)
    cy.getElementById('a').position({ x: 3, y: 4 })
    expect(before.get('a')).toEqual({ x: 1, y: 2 })
    expect(readPositions(cy).get('a')).toEqual({ x: 3, y: 4 })
  })
})

describe('an arranged graph', () => {
  it('is one in which no node would have to move, save by the rounding of saved positions', () => {
    const now = new Map([['a', { x: 10.4, y: 3 }]])
    expect(isArranged(now, new Map([['a', { x: 10, y: 3.4 }]]))).toBe(true)
    expect(isArranged(now, new Map([['a', { x: 13, y: 3 }]]))).toBe(false)
    expect(isArranged(now, new Map([...now, ['b', { x: 0, y: 0 }]]))).toBe(false)
  })
})
