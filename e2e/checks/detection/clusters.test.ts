import { describe, expect, it } from 'vitest'
import { shippedRules, shuffleFacts, buildFacts, type Story } from './story.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'
import { clustersOf, many, each } from './cluster-story.ts'

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
