import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { shippedRules, buildFacts } from './story.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'
import { clustersOf, many, each } from './cluster-story.ts'

describe('unrelated wallets', () => {
  it('a labelled exchange paying both in one transaction', () => {
    expect(
      clustersOf({
        holds: { w1: 2, w2: 1 },
        labels: { binance: 'exchange' },
        pays: [
          ['binance', 'w1', 9, 0],
          ['binance', 'w2', 9, 0],
        ],
      }),
    ).toEqual([])
  })

  it.each([
    ['sent more transactions than a person', { transactions: 10_001, atLeast: false, seconds: null }, 0],
    ['has a thousand transactions in a few hours', { transactions: 1_000, atLeast: true, seconds: 36_000 }, 0],
    ['has a thousand transactions in two days', { transactions: 1_000, atLeast: true, seconds: 172_800 }, 1],
    ['sent a few hundred transactions', { transactions: 300, atLeast: false, seconds: null }, 1],
  ])('a funder that %s', (_, does, clusters) => {
    const wallets = many(3, 'w')
    const facts = buildFacts({ holds: each(wallets, 100), pays: wallets.map((wallet, i) => ['boss', wallet, 10 + 7 * i, i / 5]) })
    const activity = [{ address: trustedAddress('boss'), ...does }]
    expect(detectClusters(indexFacts({ ...facts, activity }, shippedRules)).clusters).toHaveLength(clusters)
  })

  it('an unlabelled exchange with 60 customers in a day, all amounts different', () => {
    const wallets = many(60, 'w')
    expect(clustersOf({ holds: each(wallets, 100), pays: wallets.map((wallet, i) => ['hot', wallet, 10 + i * i, i / 3]) })).toEqual([])
  })

  it('an unlabelled exchange with 400 customers in a month, of which some get equal amounts by chance or by choice', () => {
    const wallets = many(400, 'w')
    const amount = (i: number): number => (i % 5 === 0 ? 1_000_000_000 : Math.round(5e8 * 100 ** (((i * 7919) % 997) / 997)))
    expect(
      clustersOf({
        holds: each(wallets, 100),
        pays: wallets.map((wallet, i) => ['hot', wallet, amount(i), 1.5 * i]),
        buys: wallets.map((wallet, i) => [wallet, 100 + i, 31 + i, 620 + i / 3]),
      }),
    ).toEqual([])
  })

  it('customers that an unlabelled exchange pays in batches', () => {
    const wallets = many(100, 'w')
    const facts = buildFacts({ holds: each(wallets, 100), pays: wallets.map((wallet, i) => ['hot', wallet, Math.round(1e6 * 1.05 ** i), i]) })
    const batchOf = (i: number): number => Math.floor(i / 4)
    const nativeTransfers = facts.nativeTransfers.map((row, i) => ({
      ...row,
      tx: `batch-${batchOf(i)}`,
      time: facts.nativeTransfers[4 * batchOf(i)]?.time ?? null,
    }))
    const funding = facts.funding.map((row, i) => ({ ...row, tx: nativeTransfers[i]?.tx ?? null, time: nativeTransfers[i]?.time ?? null }))
    expect(detectClusters(indexFacts({ ...facts, nativeTransfers, funding }, shippedRules)).clusters).toEqual([])
  })

  it('a funder shared at times far apart', () => {
    expect(
      clustersOf({
        holds: { w1: 2, w2: 1 },
        pays: [
          ['someone', 'w1', 9, 0],
          ['someone', 'w2', 5, 500],
        ],
      }),
    ).toEqual([])
  })

  it('dust', () => {
    const wallets = many(30, 'w')
    expect(
      clustersOf({
        holds: { spammer: 900_000, ...each(wallets, 100) },
        sends: [['mint', 'spammer', 950_000, 0], ...wallets.map((wallet) => ['spammer', wallet, 1, 1] as const)],
      }),
    ).toEqual([])
  })

  it('an airdrop contract', () => {
    const wallets = many(30, 'w')
    expect(clustersOf({ holds: each(wallets, 100), contracts: ['drop'], sends: wallets.map((wallet) => ['drop', wallet, 100, 1]) })).toEqual([])
  })

  it('a distributor to 70 wallets, none of them new', () => {
    const wallets = many(70, 'w')
    expect(clustersOf({ holds: each(wallets, 200), sends: wallets.map((wallet, i) => ['team', wallet, 200, i]) })).toEqual([])
  })

  it('a direct sale: tokens one way, their value back', () => {
    expect(
      clustersOf({
        holds: { w1: 5000, w2: 4000 },
        buys: [['other', 100, 100, 0]],
        sends: [['w1', 'w2', 4000, 1]],
        pays: [
          ['x', 'w1', 1, 0],
          ['x', 'w2', 9, 500],
          ['w2', 'w1', 4100, 1.2],
        ],
      }),
    ).toEqual([])
  })

  it('a direct sale for dollar coins of similar value', () => {
    const facts = buildFacts({
      holds: { w1: 5000, w2: 4000 },
      buys: [['other', 100, 100, 0]],
      sends: [['w1', 'w2', 4000, 1]],
      pays: [
        ['x', 'w1', 1, 0],
        ['x', 'w2', 9, 500],
      ],
    })
    const sale = facts.transfers[0]
    const found = (coinUsd: number | null, dollars: bigint): number =>
      detectClusters(
        indexFacts(
          {
            ...facts,
            dollarPayments: [
              {
                from: trustedAddress('w2'),
                to: trustedAddress('w1'),
                token: trustedAddress('dollar coin'),
                raw: dollars * 10n ** 6n,
                decimals: 6,
                coinUsd,
                tx: 'paid',
                block: 1300,
                time: (sale?.time ?? 0) + 600,
              },
            ],
          },
          shippedRules,
        ),
      ).clusters.length
    // One raw coin unit per token: 4,000 tokens are worth 4,000 × 10⁻¹⁸ coins, at 10¹⁸ US dollars per coin.
    expect(found(1e18, 4_100n)).toBe(0)
    expect(found(1e18, 400n)).toBe(1)
    expect(found(null, 4_100n)).toBe(1)
  })

  it('swaps through one pool and a transfer inside a swap', () => {
    expect(
      clustersOf({
        holds: { w1: 5000, w2: 4000, pool: 9000 },
        sends: [
          ['pool', 'w1', 5000, 0],
          ['pool', 'w2', 4000, 0],
        ],
      }),
    ).toEqual([])
  })
})
