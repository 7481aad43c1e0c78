import cytoscape from 'cytoscape'
import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { STYLESHEET } from './cytoscape-elements.ts'
import { Follower } from './follower.ts'
import { bubbleLayout } from '../layout/bubble-layout.ts'
import { shownElements } from '../elements/filter.ts'
import { standsAlike } from './move-nodes.ts'
import { smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'

/** Cytoscape without a screen: that it finds what lies under a pointer is shown in the browser. Slices of large pictures need one too. */
describe('cytoscape follows the picture', () => {
  const elements = buildElements(smallStory(), null)
  const seats = bubbleLayout(elements)
  const cy = cytoscape({ headless: true, styleEnabled: true, style: STYLESHEET })
  const follower = new Follower(cy)
  const placesIn = (): Map<string, { x: number; y: number }> => new Map(cy.nodes().map((node) => [node.id(), node.position()]))

  it('with every wallet at its place and in its size', () => {
    let done = 0
    follower.follow({ elements, shown: elements, seats }, () => done++)
    expect(done).toBe(1)
    expect(placesIn()).toEqual(seats)
    for (const { id, radius, kind } of elements.nodes) if (kind === 'wallet') expect(cy.getElementById(id).width()).toBeCloseTo(2 * radius)
  })

  it('when wallets leave, come, grow, move and are hidden', () => {
    const nodes = smallStory().nodes.filter(({ address }) => address !== 'a3')
    const next = buildElements(
      snapshotOf([...nodes.map((node) => (node.address === 'a1' ? wallet('a1', 30, { cluster: 0 }) : node)), wallet('comer', 2)]),
      null,
    )
    const places = bubbleLayout(next)
    follower.follow({ elements: next, shown: shownElements(next, { off: new Set(), hidden: new Set(['b1']) }), seats: places }, () => undefined)
    expect(placesIn()).toEqual(places)
    expect(cy.getElementById('a1').width()).toBeCloseTo(2 * (next.nodeById.get('a1')?.radius ?? 0))
    expect(cy.nodes('.gone').map((node) => node.id())).toEqual(['b1'])
    follower.follow({ elements: next, shown: next, seats: places }, () => undefined)
    expect(cy.nodes('.gone').empty()).toBe(true)
  })
})

describe('an arranged picture', () => {
  it('is one in which nobody would have to move, save by the rounding of remembered places', () => {
    const now = new Map([['a', { x: 10.4, y: 3 }]])
    expect(standsAlike(now, new Map([['a', { x: 10, y: 3.4 }]]))).toBe(true)
    expect(standsAlike(now, new Map([['a', { x: 13, y: 3 }]]))).toBe(false)
    expect(standsAlike(now, new Map([...now, ['b', { x: 0, y: 0 }]]))).toBe(false)
  })
})
