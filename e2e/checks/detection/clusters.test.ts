import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { shippedRules, shuffleFacts, buildFacts, type Story } from './story.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'

const clustersOf = (story: Story): string[][] =>
  detectClusters(indexFacts(buildFacts(story), shippedRules)).clusters.map(({ members, connectors }) => [
    ...members,
    ...connectors.map((name) => `(${name})`),
  ])

const many = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${String(i).padStart(3, '0')}`)
const each = (names: readonly string[], raw: number): Record<string, number> => Object.fromEntries(names.map((name, i) => [name, raw + i]))

describe('wallets of one owner', () => {
  it('star: one wallet starts five within an hour', () => {
    const wallets = many(5, 'w')
    expect(clustersOf({ holds: each(wallets, 100), pays: wallets.map((wallet, i) => ['boss', wallet, 10 + 7 * i, i / 5]) })).toEqual([
      [...wallets].reverse().concat('(boss)'),
    ])
  })

  it('chain of hops: each holder starts the next', () => {
    expect(
      clustersOf({
        holds: { w1: 300, w2: 200, w3: 100 },
        pays: [
          ['w1', 'w2', 50, 0],
          ['w2', 'w3', 40, 200],
        ],
      }),
    ).toEqual([['w1', 'w2', 'w3']])
  })

  it('split through pass-through wallets', () => {
    expect(
      clustersOf({
        holds: { w1: 200, w2: 100 },
        pays: [
          ['boss', 'x1', 100, 0],
          ['x1', 'w1', 99, 1],
          ['boss', 'x2', 80, 2],
          ['x2', 'w2', 79, 3],
        ],
      }),
    ).toEqual([['w1', 'w2', '(boss)', '(x1)', '(x2)']])
  })

  it('half paid directly, half through a pass-through wallet', () => {
    expect(
      clustersOf({
        holds: { w1: 200, w2: 100 },
        pays: [
          ['boss', 'w1', 50, 0],
          ['boss', 'x', 80, 2],
          ['x', 'w2', 79, 3],
        ],
      }),
    ).toEqual([['w1', 'w2', '(boss)', '(x)']])
  })

  it('tokens passed on', () => {
    expect(clustersOf({ holds: { w1: 5000, w2: 4000 }, sends: [['w1', 'w2', 4000, 0]] })).toEqual([['w1', 'w2']])
  })

  it('a wallet that sold out still links those it sent tokens to', () => {
    expect(
      clustersOf({
        holds: { w1: 5000, w2: 4000 },
        sends: [
          ['gone', 'w1', 5000, 0],
          ['gone', 'w2', 4000, 1],
        ],
      }),
    ).toEqual([['w1', 'w2', '(gone)']])
  })

  it('circular payments', () => {
    expect(
      clustersOf({
        holds: { w1: 3, w2: 2, w3: 1 },
        pays: [
          ['w1', 'w2', 9, 0],
          ['w2', 'w3', 9, 1],
          ['w3', 'w1', 9, 2],
        ],
      }),
    ).toEqual([['w1', 'w2', 'w3']])
  })

  it('two weak families together: a small transfer and a funder shared long ago', () => {
    const story: Story = {
      holds: { w1: 900_000, w2: 50 },
      pays: [
        ['boss', 'w1', 9, 0],
        ['boss', 'w2', 5, 900],
      ],
      sends: [
        ['mint', 'w1', 900_050, 1],
        ['w1', 'w2', 50, 950],
      ],
    }
    expect(clustersOf(story)).toEqual([['w1', 'w2', '(boss)']])
    expect(clustersOf({ ...story, sends: [] })).toEqual([])
  })

  it('500 equal payments to buyers of one token join at any fan-out', () => {
    const wallets = many(500, 'w')
    const [cluster] = clustersOf({
      holds: each(wallets, 100),
      pays: wallets.map((wallet, i) => ['boss', wallet, 1000, i / 1000]),
      buys: wallets.map((wallet) => [wallet, 100, 900, 30]),
    })
    expect(cluster).toHaveLength(501)
  })

  it('an exchange deposit address, recognised by its behaviour', () => {
    expect(
      clustersOf({
        holds: { w1: 500, w2: 400 },
        labels: { binance: 'exchange' },
        pays: [
          ['w1', 'deposit', 50, 0],
          ['w2', 'deposit', 60, 30],
          ['deposit', 'binance', 50, 1],
          ['deposit', 'binance', 60, 31],
        ],
      }),
    ).toEqual([['w1', 'w2']])
  })
})

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

describe('what a cluster reports', () => {
  it('counts no pool, burn, exchange, vesting or presale balance', () => {
    expect(clustersOf({ holds: { w1: 100, lock: 5000 }, labels: { lock: 'vesting' }, sends: [['w1', 'lock', 5000, 0]] })).toEqual([])
  })

  it('orders by share, then by smallest address', () => {
    expect(
      clustersOf({
        holds: { b1: 100, b2: 100, a1: 100, a2: 100, c1: 500, c2: 1 },
        sends: [
          ['b1', 'b2', 100, 0],
          ['a1', 'a2', 100, 0],
          ['c1', 'c2', 100, 0],
        ],
      }),
    ).toEqual([
      ['c1', 'c2'],
      ['a1', 'a2'],
      ['b1', 'b2'],
    ])
  })

  it('names the funder and the pass-through wallet', () => {
    const { labels } = detectClusters(
      indexFacts(
        buildFacts({
          holds: { w1: 200, w2: 100, w3: 50 },
          pays: [
            ['boss', 'w1', 5, 0],
            ['boss', 'w3', 6, 1],
            ['boss', 'x', 80, 2],
            ['x', 'w2', 79, 3],
          ],
        }),
        shippedRules,
      ),
    )
    expect([...labels]).toEqual([
      ['x', ['intermediary']],
      ['boss', ['funding_address']],
    ])
  })

  it('marks edges whose removal splits it, and the weakest link', () => {
    const [cluster] = detectClusters(
      indexFacts(
        buildFacts({
          holds: { w1: 4000, w2: 3000, w3: 2000, w4: 1000 },
          sends: [
            ['w1', 'w2', 1000, 0],
            ['w2', 'w3', 1000, 0],
            ['w3', 'w1', 1000, 0],
          ],
          pays: [['w3', 'w4', 5, 0]],
        }),
        shippedRules,
      ),
    ).clusters
    expect(cluster?.tree.map(({ edge: { a, b, p }, bridge }) => [a, b, p, bridge])).toEqual([
      ['w1', 'w2', 0.9, false],
      ['w1', 'w3', 0.9, false],
      ['w3', 'w4', 0.85, true],
    ])
    expect(cluster?.weakest).toBe(0.85)
    expect(cluster?.sentence).toBe(
      '4 wallets hold 1.00 % of supply together: one sent the other the token (2 links), one gave the other its first coin (one link).',
    )
  })

  it('does not depend on the order of facts', () => {
    const wallets = many(40, 'w')
    const facts = buildFacts({
      holds: each(wallets, 1000),
      pays: wallets.map((wallet, i) => [`boss${i % 3}`, wallet, 1000 + (i % 5) * 300, i]),
      sends: wallets.slice(0, 20).map((wallet, i) => [wallet, `w${String(i + 15).padStart(3, '0')}`, 30 * i, i]),
      buys: wallets.slice(0, 30).map((wallet, i) => [wallet, 100, 90, i / 7]),
    })
    const text = JSON.stringify(detectClusters(indexFacts(facts, shippedRules)), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const seed of [1, 2, 3]) {
      const again = detectClusters(indexFacts(shuffleFacts(facts, seed), shippedRules))
      expect(JSON.stringify(again, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).toBe(text)
    }
  })
})
