import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { clustersOf, each, many } from './cluster-story.ts'
import { asSales, blocks, findings } from './early-story.ts'
import { buildFacts, shippedRules } from './story.ts'

/** A fact about a whole group ties each of its pairs, wherever its wallets are in the group. */

const clustersIn = (facts: TokenFacts): (readonly string[])[] =>
  detectClusters(indexFacts(facts, shippedRules)).clusters.map(({ members }) => members)

describe('pairs of a group', () => {
  it('bought in one transaction with many between them that sold out', () => {
    const wallets = ['a', ...many(5, 'gone'), 'z']
    const facts = buildFacts({ holds: { a: 200, z: 100 }, buys: wallets.map((wallet, i) => [wallet, 100 + i, 31 + i, 1]) })
    const trades = facts.trades.map((trade) => ({ ...trade, tx: 'bundle', signer: trustedAddress('a') }))
    expect(clustersIn({ ...facts, trades })).toEqual([['a', 'z']])
  })

  it('are new and paid in one batch with old wallets between them', () => {
    const batch = ['a new', 'old1', 'old2', 'old3', 'z new']
    const facts = buildFacts({
      holds: each(batch, 100),
      labels: { exchange: 'exchange' },
      pays: [
        ...batch.map((wallet, i) => ['exchange', wallet, 100 + i, wallet.endsWith('new') ? 900 : i] as const),
        ...batch.map((wallet, i) => ['boss', wallet, 200 + i, 920] as const),
      ],
    })
    const nativeTransfers = facts.nativeTransfers.map((row) => (row.from === 'boss' ? { ...row, tx: 'batch' } : row))
    expect(clustersIn({ ...facts, nativeTransfers })).toEqual([['z new', 'a new']])
  })

  it('bought in one bundle, and the first sent the last a little', () => {
    const bundle = ['w1', 'w2', 'w3', 'w4']
    const { clusters } = findings({
      holds: each(bundle, 17_123),
      buys: [['early', 10, 61_238_917, 1], ...bundle.map((wallet) => [wallet, 17_123, 61_238_917, 5] as const)],
      sends: [['w1', 'w4', 50, 9]],
    })
    expect(clusters.clusters.map(({ members }) => members)).toEqual([['w4', 'w1']])
  })

  it('sent what they had to one wallet within a week, and one of them more later', () => {
    expect(
      clustersOf({
        holds: { w1: 40, w2: 30 },
        sends: [
          ['w1', 'sink', 50, 1],
          ['w2', 'sink', 60, 20],
          ['w1', 'sink', 5, 800],
        ],
      }),
    ).toEqual([['w1', 'w2', '(sink)']])
  })

  it('sold within two blocks of each other, also shortly after another sale', () => {
    const sales = [-300, 0, 2, 3, 4, 300].map((block, i) => [`w${i}`, 10, 31, 5 + blocks(block)] as const)
    const holds = Object.fromEntries(sales.map(([wallet]) => [wallet, 100]))
    const { clusters } = findings({ holds, buys: sales }, asSales(...sales.keys()))
    const pairs = clusters.edges.filter(({ facts }) => facts.some(({ rule }) => rule === 'sync_sell')).map(({ a, b }) => `${a} ${b}`)
    expect(pairs).toEqual(['w2 w3', 'w2 w4', 'w3 w4'])
  })
})
