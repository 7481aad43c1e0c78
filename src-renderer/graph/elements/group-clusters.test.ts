import { describe, expect, it } from 'vitest'
import { buildElements, type AddedWallet } from './build-elements.ts'
import { searchGraph } from './find.ts'
import { groupClusters } from './group-clusters.ts'
import { computeHighlight } from './highlight.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { link, smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'

describe('a cluster drawn as one', () => {
  const snapshot = snapshotOf(
    [wallet('a1', 4, { cluster: 0 }), wallet('a2', 2, { cluster: 0 }), wallet('a3', 1, { cluster: 0 }), wallet('x', 3), wallet('y', 1)],
    [link('a1', 'a2'), link('a1', 'x', { forward: 10 }), link('x', 'a2', { forward: 1000 }), link('a3', 'x', { kind: 'same_tx' }), link('x', 'y')],
  )
  const whole = buildElements(snapshot, null)
  const folded = groupClusters(whole, new Set(['a2']))

  it('has the sum of its members’ shares', () => {
    expect(folded.nodes.map((node) => node.id).sort()).toEqual(['group:a2', 'x', 'y'])
    const group = folded.nodeById.get('group:a2')
    expect(group?.percentage).toBe(7)
    expect(group?.members).toEqual(['a1', 'a2', 'a3'])
    expect((group?.radius ?? 0) ** 2).toBeCloseTo(7 * (whole.nodeById.get('y')?.radius ?? 0) ** 2, 6)
  })

  it('merges the links of its members by kind and other end, with both directions', () => {
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

  it('is highlighted by a selected member', () => {
    expect([...(computeHighlight({ ...EMPTY_SELECTION, wallets: ['a3'] }, folded)?.ringed ?? [])]).toEqual(['group:a2'])
    expect([...(computeHighlight({ ...EMPTY_SELECTION, cluster: 0 }, folded)?.nodes ?? [])]).toEqual(['group:a2'])
  })

  it('changes nothing where no cluster has the given wallet', () => {
    expect(groupClusters(whole, new Set(['x', 'gone']))).toBe(whole)
  })
})

describe('added wallets', () => {
  const addedWallet = (address: string, ...links: AddedWallet['links']): AddedWallet => ({
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
    ['s1', addedWallet('s1', link('whale', 's1'), between)],
    ['s2', addedWallet('s2', between, link('s2', 'absent'))],
    ['whale', addedWallet('whale')],
  ])
  const elements = buildElements(smallStory(), null, added)

  it('are marked and in no cluster', () => {
    const addedNodes = elements.nodes.filter((node) => node.added)
    expect(addedNodes.map((node) => [node.id, node.kind, node.cluster])).toEqual([
      ['s1', 'passing', null],
      ['s2', 'passing', null],
    ])
  })

  it('add each of their links once, and only those with both ends in the graph', () => {
    const brought = elements.links.filter((each) => each.source.startsWith('s') || each.target.startsWith('s'))
    expect(brought.map((each) => `${each.source}>${each.target}`)).toEqual(['whale>s1', 's1>s2'])
  })
})

describe('search', () => {
  const elements = buildElements(smallStory(), null)
  it('finds clusters by number, wallets by label and by part of the address, best match first', () => {
    expect(searchGraph(elements, 'cluster 2').map(({ name }) => name)).toEqual(['Cluster 2'])
    expect(searchGraph(elements, 'Clus').map(({ name }) => name)).toEqual(['Cluster 1', 'Cluster 2'])
    expect(searchGraph(elements, '1')[0]).toMatchObject({ kind: 'cluster', id: 0 })
    expect(searchGraph(elements, 'binan')).toMatchObject([{ kind: 'wallet', id: 'exchange', note: 'Exchange, 6.00 %' }])
    expect(searchGraph(elements, 'LONER1')[0]).toMatchObject({ id: 'loner1' })
    expect(searchGraph(elements, 'loner')).toHaveLength(8)
    expect(searchGraph(elements, '  ')).toEqual([])
  })
})
