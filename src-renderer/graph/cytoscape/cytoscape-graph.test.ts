import cytoscape from 'cytoscape'
import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { shownElements } from '../elements/filter.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'
import { readPositions, STYLESHEET, syncNodes } from './cytoscape-graph.ts'
import { isArranged, moveNodes } from './move-nodes.ts'

/** Headless: the browser specs show that cytoscape finds nodes under the pointer. */
describe('the nodes of cytoscape', () => {
  const elements = buildElements(smallStory(), null)
  const positions = bubbleLayout(elements)
  const cy = cytoscape({ headless: true, styleEnabled: true, style: STYLESHEET })

  it('are added at their positions and in their sizes', () => {
    let done = 0
    syncNodes(cy, elements, elements, positions)
    moveNodes(cy, positions, true, () => done++)
    expect(done).toBe(1)
    expect(readPositions(cy)).toEqual(positions)
    for (const { id, radius, kind } of elements.nodes) if (kind === 'wallet') expect(cy.getElementById(id).width()).toBeCloseTo(2 * radius)
  })

  it('follow when wallets leave, come, grow, move and are hidden', () => {
    const nodes = smallStory().nodes.filter(({ address }) => address !== 'a3')
    const next = buildElements(
      snapshotOf([...nodes.map((node) => (node.address === 'a1' ? wallet('a1', 30, { cluster: 0 }) : node)), wallet('comer', 2)]),
      null,
    )
    const moved = bubbleLayout(next)
    syncNodes(cy, next, shownElements(next, { off: new Set(), hidden: new Set(['b1']) }), moved)
    moveNodes(cy, moved, true, () => undefined)
    const off = [...moved].filter(([id, at]) => !isArranged(readPositions(cy), new Map([[id, at]])))
    expect(off).toEqual([])
    expect(readPositions(cy).size).toBe(moved.size)
    expect(cy.getElementById('a1').width()).toBeCloseTo(2 * (next.nodeById.get('a1')?.radius ?? 0))
    expect(cy.nodes('.hidden').map((node) => node.id())).toEqual(['b1'])
    syncNodes(cy, next, next, moved)
    expect(cy.nodes('.hidden').empty()).toBe(true)
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
