import { describe, expect, it } from 'vitest'
import { buildElements, type AddedWallet } from './build-elements.ts'
import { findInPicture } from './find.ts'
import { groupClusters } from './group-clusters.ts'
import { highlightOf } from './highlight.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { link, smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'

describe('a cluster drawn as one', () => {
  const snapshot = snapshotOf(
    [wallet('a1', 4, { cluster: 0 }), wallet('a2', 2, { cluster: 0 }), wallet('a3', 1, { cluster: 0 }), wallet('x', 3), wallet('y', 1)],
    [link('a1', 'a2'), link('a1', 'x', { forward: 10 }), link('x', 'a2', { forward: 1000 }), link('a3', 'x', { kind: 'same_tx' }), link('x', 'y')],
  )
  const whole = buildElements(snapshot, null)
  const folded = groupClusters(whole, new Set(['a2']))

  it('stands for its members with their shares together', () => {
    expect(folded.nodes.map((node) => node.id).sort()).toEqual(['group:a2', 'x', 'y'])
    const group = folded.nodeById.get('group:a2')
    expect(group?.percentage).toBe(7)
    expect(group?.members).toEqual(['a1', 'a2', 'a3'])
    expect((group?.radius ?? 0) ** 2).toBeCloseTo(7 * (whole.nodeById.get('y')?.radius ?? 0) ** 2, 6)
  })

  it('ends the links of its members, one for each line and other end, both ways kept', () => {
    const ends = folded.links.map(({ source, target, line, count }) => [[source, target].sort().join(' '), line, count])
    expect(ends.sort()).toEqual([
      ['group:a2 x', 'together', 1],
      ['group:a2 x', 'token', 2],
      ['x y', 'token', 1],
    ])
    const both = folded.links.find((each) => each.count === 2)
    expect([both?.forward, both?.backward]).toEqual([true, true])
    expect(both?.record.forward).toBe(1000)
  })

  it('is what a selected member lights up', () => {
    expect([...(highlightOf({ ...EMPTY_SELECTION, wallets: ['a3'] }, folded)?.ringed ?? [])]).toEqual(['group:a2'])
    expect([...(highlightOf({ ...EMPTY_SELECTION, cluster: 0 }, folded)?.nodes ?? [])]).toEqual(['group:a2'])
  })

  it('leaves the picture as it is where no cluster has the named wallet', () => {
    expect(groupClusters(whole, new Set(['x', 'gone']))).toBe(whole)
  })
})

describe('wallets added by hand', () => {
  const stranger = (address: string, ...links: AddedWallet['links']): AddedWallet => ({
    address,
    label: null,
    tags: ['wallet'],
    is_holder: false,
    percentage: 0,
    cluster: 3,
    links,
  })
  const between = link('s1', 's2')
  const added = new Map([
    ['s1', stranger('s1', link('whale', 's1'), between)],
    ['s2', stranger('s2', between, link('s2', 'nobody'))],
    ['whale', stranger('whale')],
  ])
  const elements = buildElements(smallStory(), null, added)

  it('stand beside the snapshot’s own, marked, in no cluster of it', () => {
    const strangers = elements.nodes.filter((node) => node.added)
    expect(strangers.map((node) => [node.id, node.kind, node.cluster])).toEqual([
      ['s1', 'passing', null],
      ['s2', 'passing', null],
    ])
  })

  it('bring each of their links once, and only those with both ends in the picture', () => {
    const brought = elements.links.filter((each) => each.source.startsWith('s') || each.target.startsWith('s'))
    expect(brought.map((each) => `${each.source}>${each.target}`)).toEqual(['whale>s1', 's1>s2'])
  })
})

describe('finding', () => {
  const elements = buildElements(smallStory(), null)
  it('knows clusters by number, wallets by label and by part of the address, the best first', () => {
    expect(findInPicture(elements, 'cluster 2').map(({ name }) => name)).toEqual(['Cluster 2'])
    expect(findInPicture(elements, '1')[0]).toMatchObject({ kind: 'cluster', id: 0 })
    expect(findInPicture(elements, 'binan')).toMatchObject([{ kind: 'wallet', id: 'exchange', note: 'Exchange, 6.00 %' }])
    expect(findInPicture(elements, 'LONER1')[0]).toMatchObject({ id: 'loner1' })
    expect(findInPicture(elements, 'loner')).toHaveLength(8)
    expect(findInPicture(elements, '  ')).toEqual([])
  })
})
