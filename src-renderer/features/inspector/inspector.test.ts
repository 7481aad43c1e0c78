import { describe, expect, it } from 'vitest'
import { link, smallStory, snapshotOf, wallet } from '../../graph/story.fixture.ts'
import { countPicture, indexOf, neighbourhood, otherEnd } from './index-of.ts'
import { likelihood, ruleWords, tellTree } from './why.ts'

describe('links of a wallet', () => {
  const snapshot = snapshotOf(
    [wallet('a', 1), wallet('b', 1), wallet('c', 1)],
    [link('a', 'b', { token: 'native', forward: 500 }), link('b', 'a', { forward: 3 }), link('a', 'c', { forward: 1, backward: 9 })],
    { token_links: [{ token: { address: 'Usdc', symbol: 'USDC', name: null }, links: [link('c', 'a', { token: 'Usdc', forward: 1e6 })] }] },
  )
  const index = indexOf(snapshot)

  it('are told token first, then native, then others, largest first', () => {
    expect(index.linksOf('a').map((each) => `${each.token} ${otherEnd(each, 'a')}`)).toEqual(['self c', 'self b', 'native b', 'Usdc c'])
    expect(index.linksOf('nobody')).toEqual([])
  })

  it('make its neighbours', () => {
    expect(neighbourhood(index, 'a')).toEqual(['a', 'c', 'b'])
  })
})

describe('counts of the picture', () => {
  it('count every holder, and tell owners from funders and services', () => {
    const snapshot = smallStory()
    expect(countPicture(snapshot, indexOf(snapshot))).toEqual({
      holders: 38,
      alone: 31,
      clustered: 5,
      clusteredPct: 8.5,
      passing: 1,
      services: 2,
      links: 5,
    })
  })
})

describe('why wallets are together', () => {
  const edge = (a: string, b: string, p: number) => ({ a, b, p, accepted: true, bridge: false, facts: [] })

  it('starts with the weakest link and marks it once', () => {
    const told = tellTree([edge('a', 'b', 0.9), edge('b', 'c', 0.62), edge('c', 'd', 0.62)], 0.62)
    expect(told.map(({ edge: { a, p }, isWeakest }) => [a, p, isWeakest])).toEqual([
      ['b', 0.62, true],
      ['c', 0.62, false],
      ['a', 0.9, false],
    ])
  })

  it('finds the weakest itself where the record names none', () => {
    expect(tellTree([edge('a', 'b', 0.7)], null)[0]?.isWeakest).toBe(true)
    expect(tellTree([], null)).toEqual([])
  })

  it('writes rules and weights as words', () => {
    expect(ruleWords('funding.shared_funder-24h')).toBe('funding shared funder 24h')
    expect(likelihood(0.6)).toBe('0.60')
  })
})
