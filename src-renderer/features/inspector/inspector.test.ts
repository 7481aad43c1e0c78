import { describe, expect, it } from 'vitest'
import { link, smallStory, snapshotOf, wallet } from '../../graph/testing/story.fixture.ts'
import { countNodes, indexSnapshot, neighbourhood, otherEnd } from './snapshot-index.ts'
import { groupEdges, formatRule, sortTree } from './evidence-text.ts'

describe('links of a wallet', () => {
  const snapshot = snapshotOf(
    [wallet('a', 1), wallet('b', 1), wallet('c', 1)],
    [link('a', 'b', { token: 'native', forward: 500 }), link('b', 'a', { forward: 3 }), link('a', 'c', { forward: 1, backward: 9 })],
    { token_links: [{ token: { address: 'Usdc', symbol: 'USDC', name: null }, links: [link('c', 'a', { token: 'Usdc', forward: 1e6 })] }] },
  )
  const index = indexSnapshot(snapshot)

  it('are sorted by token, native coin, then others, largest first', () => {
    expect(index.linksOf('a').map((each) => `${each.token} ${otherEnd(each, 'a')}`)).toEqual(['self c', 'self b', 'native b', 'Usdc c'])
    expect(index.linksOf('absent')).toEqual([])
  })

  it('define its neighbours', () => {
    expect(neighbourhood(index, 'a')).toEqual(['a', 'c', 'b'])
  })
})

describe('snapshot counts', () => {
  it('count holders, pass-through wallets and services', () => {
    const snapshot = smallStory()
    expect(countNodes(snapshot, indexSnapshot(snapshot))).toEqual({
      holders: 38,
      unclustered: 31,
      clustered: 5,
      clusteredPct: 8.5,
      passThrough: 1,
      services: 2,
      links: 5,
    })
  })
})

describe('cluster evidence', () => {
  const edge = (a: string, b: string, p: number) => ({ a, b, p, accepted: true, bridge: false, facts: [] })

  it('starts with the weakest link and marks it once', () => {
    const sorted = sortTree([edge('a', 'b', 0.9), edge('b', 'c', 0.62), edge('c', 'd', 0.62)], 0.62)
    expect(sorted.map(({ edge: { a, p }, isWeakest }) => [a, p, isWeakest])).toEqual([
      ['b', 0.62, true],
      ['c', 0.62, false],
      ['a', 0.9, false],
    ])
  })

  it('finds the weakest link if the record names none', () => {
    expect(sortTree([edge('a', 'b', 0.7)], null)[0]?.isWeakest).toBe(true)
    expect(sortTree([], null)).toEqual([])
  })

  describe('edges of one funder', () => {
    const [F, A, B, C] = ['Funder1', 'Wallet1a', 'Wallet2b', 'Wallet3c'].map((name) => name.padEnd(40, name.slice(-1))) as [
      string,
      string,
      string,
      string,
    ]
    const fact = (sentence: string) => ({
      rule: 'r',
      family: 'funding' as const,
      weight: 0.8,
      value: '',
      threshold: '',
      sentence,
      evidence: [],
    })
    const said = (a: string, b: string, ...sentences: string[]) => ({ ...edge(a, b, 0.8), facts: sentences.map(fact) })

    it('state shared clauses once, and their own clauses separately', () => {
      const tree = [
        said(A, B, 'Fun…111 gave both Wal…aaa and Wal…bbb their first ETH, 36 seconds apart, equal amounts to 3 wallets.'),
        said(B, C, 'Fun…111 gave both Wal…ccc and Wal…bbb their first ETH, 5 hours apart, equal amounts to 3 wallets.'),
      ]
      expect(groupEdges(sortTree(tree, null)).map(({ shared, edges }) => [shared, edges.map(({ own }) => own)])).toEqual([
        [['Fun…111 gave both their first ETH, equal amounts to 3 wallets.'], [['36 seconds apart'], ['5 hours apart']]],
      ])
    })

    it('share one sentence per fact', () => {
      const tree = [
        said(A, B, 'Wal…aaa and Wal…bbb bought X in one bundle of block 1,000.', 'Fun…111 paid Wal…aaa and Wal…bbb in one transaction.'),
        said(B, C, 'Wal…bbb and Wal…ccc bought X in one bundle of block 1,000.', 'Fun…111 paid Wal…bbb and Wal…ccc in one transaction.'),
      ]
      expect(groupEdges(sortTree(tree, null)).map(({ shared, edges }) => [shared, edges.map(({ own }) => own)])).toEqual([
        [
          ['Both bought X in one bundle of block 1,000.', 'Fun…111 paid both in one transaction.'],
          [[], []],
        ],
      ])
    })

    it('stay separate for directed facts or different funders', () => {
      const tree = [
        said(F, A, 'Fun…111 gave Wal…aaa its first ETH.'),
        said(F, B, 'Fun…111 gave Wal…bbb its first ETH.'),
        said(A, B, 'Fun…111 gave both Wal…aaa and Wal…bbb their first ETH.'),
        said(B, C, 'Oth…222 gave both Wal…bbb and Wal…ccc their first ETH.'),
      ]
      expect(groupEdges(sortTree(tree, null)).map(({ shared, edges }) => [shared.length, edges.length])).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
      ])
    })
  })

  it('formats rules', () => {
    expect(formatRule('funding.shared_funder-24h')).toBe('funding shared funder 24h')
  })
})
