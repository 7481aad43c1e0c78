import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { TradeFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { earlyRecord } from '../../../src-main/records/early-evidence.ts'
import type { Story } from './story.ts'
import { each, many } from './cluster-story.ts'
import { asSales, blocks, findings, inOneTransaction } from './early-story.ts'

describe('bundlers', () => {
  it('several wallets buying in one transaction', () => {
    const story: Story = {
      holds: { w1: 10, w2: 10, w3: 10 },
      buys: [
        ['w1', 10, 3, 9],
        ['w2', 20, 4, 9],
        ['w3', 40, 5, 9],
      ],
    }
    const bundle = (facts: TokenFacts): TokenFacts => ({ ...inOneTransaction('w1', 'w2')(facts), tradesFromBirth: false })
    expect(findings(story, bundle).bundles.bundlers.map(({ address, reasons }) => [address, reasons])).toEqual([
      ['w1', ['same_tx']],
      ['w2', ['same_tx']],
    ])
  })

  it('unrelated buyers in the launch block are not flagged for timing alone', () => {
    expect(
      findings({
        holds: { w1: 10, w2: 20, w3: 30 },
        buys: [
          ['w1', 10, 31, 1],
          ['w2', 20, 62, 1],
          ['w3', 30, 93, 1],
        ],
      }).bundles.bundlers,
    ).toEqual([])
  })

  it('a wallet that buys equal amounts again and again in the block of the launch is no bundle', () => {
    const buys: Story['buys'] = [1, 2, 3].map(() => ['w1', 17_123, 31_457, blocks(0)])
    expect(findings({ holds: { w1: 51_369, w2: 17_123, w3: 17_123 }, buys }).bundles.bundlers).toEqual([])
    const shared: Story['buys'] = ['w1', 'w2', 'w3'].map((wallet) => [wallet, 17_123, 31_457, blocks(0)])
    expect(findings({ holds: { w1: 51_369, w2: 17_123, w3: 17_123 }, buys: shared }).bundles.bundlers).toHaveLength(3)
  })

  it('a shared funder the day before, and the block of the launch', () => {
    const { bundlers } = findings({
      holds: { w1: 10, w2: 20 },
      pays: [
        ['boss', 'w1', 40, 0],
        ['boss', 'w2', 80, 0],
      ],
      buys: [
        ['w1', 10, 31, 1],
        ['w2', 20, 62, 1],
      ],
    }).bundles
    expect(bundlers.map(({ address, reasons }) => [address, reasons])).toEqual([
      ['w1', ['same_slot_as_pool', 'same_funder']],
      ['w2', ['same_slot_as_pool', 'same_funder']],
    ])
  })

  it('one funder behind several buys in a row, also where an earlier buy begins the row', () => {
    const wallets = ['w0', 'w1', 'w2']
    const equal = ['w2', 'stranger 1', 'stranger 2']
    const { bundlers } = findings({
      holds: { w0: 10, w1: 20, w2: 17_123 },
      pays: wallets.map((wallet, i) => ['boss', wallet, 61_238_917 + i, 0]),
      buys: [['w0', 10, 31, 1], ['w1', 20, 62, 1 + blocks(15)], ...equal.map((wallet) => [wallet, 17_123, 61_238_917, 1 + blocks(25)] as const)],
    }).bundles
    expect(bundlers.find(({ address }) => address === 'w2')?.reasons).toEqual(['same_slot_group', 'same_funder', 'same_amount'])
  })

  it('customers of an unlabelled exchange are no bundle, unlike wallets of a campaign', () => {
    const wallets = many(100, 'w')
    const story = (paid: (i: number) => number): Story => ({
      holds: each(wallets, 10),
      pays: wallets.map((wallet, i) => ['hot', wallet, paid(i), i]),
      buys: wallets.slice(-6).map((wallet, i) => [wallet, 10 + i, 31 + 7 * i, 101]),
    })
    const bought: Story['buys'] = wallets.slice(0, -6).map((wallet, i) => [wallet, 10 + i, 31 + 7 * i, 200 + i])
    const bundlersOf = (paid: (i: number) => number) => findings({ ...story(paid), buys: [...(story(paid).buys ?? []), ...bought] }).bundles.bundlers
    expect(bundlersOf((i) => Math.round(1e9 * 1.05 ** i))).toEqual([])
    expect(bundlersOf(() => 1_234_567_891).map(({ address }) => address)).toEqual(wallets.slice(-6))
  })

  it('a sandwich behind the creation is no bundle', () => {
    const behindCreation = (facts: TokenFacts): TokenFacts => ({
      ...facts,
      token: { ...facts.token, createdTx: 'token-0' },
      trades: facts.trades.map((trade, i) => ({ ...trade, position: { ...trade.position, tx: i + 1 } })),
    })
    const buys: Story['buys'] = ['bot', 'victim', 'bot'].map((wallet) => [wallet, 100, 31, 1])
    const story: Story = { holds: { victim: 100 }, sends: [['dev', 'pool', 500, 1]], buys }
    expect(findings({ ...story, buys: buys.slice(0, 2) }, behindCreation).bundles.bundlers.map(({ address }) => address)).toEqual(['bot', 'victim'])
    expect(findings(story, (facts) => asSales(2)(behindCreation(facts))).bundles.bundlers).toEqual([])
  })
})

describe('statistics of bundles', () => {
  const story: Story = {
    holds: { a: 60, b: 300, c: 0 },
    buys: [
      ['a', 100, 2, blocks(0)],
      ['b', 200, 4, blocks(0)],
      ['c', 50, 1, blocks(9)],
    ],
  }

  it('state what was bought, paid and is still held, of each wallet at most what it bought', () => {
    const record = earlyRecord(findings(story, inOneTransaction('a', 'b')))
    const figures = { bought_pct: 0.03, spent: 6e-9, held_pct: 0.026 }
    expect(record.groups.filter(({ reason }) => reason === 'same_tx')).toMatchObject([figures])
    expect(record.bundles).toEqual({ wallets: 2, ...figures })
  })

  it('leave the coin unknown where a buy was paid in another coin', () => {
    const inOther = (facts: TokenFacts): TokenFacts => inOneTransaction('a', 'b')({ ...facts, nativeTokens: new Set() })
    const otherCoin = (facts: TokenFacts): TokenFacts => {
      const changed = inOther(facts)
      return { ...changed, trades: changed.trades.map((one) => ({ ...one, tokenIn: { ...one.tokenIn, token: trustedAddress('other') } })) }
    }
    expect(earlyRecord(findings(story, otherCoin)).bundles).toMatchObject({ bought_pct: 0.03, spent: null, held_pct: 0.026 })
  })

  it('leave the coin unknown where a route split a buy, and a part was paid in another coin', () => {
    const inOther = (one: TradeFact): TradeFact => ({ ...one, leg: 9, tokenIn: { ...one.tokenIn, token: trustedAddress('other') } })
    const splits = (facts: TokenFacts): TokenFacts => ({
      ...facts,
      trades: facts.trades.flatMap((one) => (one.signer === 'a' ? [one, inOther(one)] : [one])),
    })
    const { buys, bundles } = earlyRecord(findings(story, (facts) => inOneTransaction('a', 'b')(splits(facts))))
    expect([bundles.spent, buys.map(({ address, spent }) => [address, spent])]).toEqual([
      null,
      [
        ['a', null],
        ['b', null],
      ],
    ])
    expect(earlyRecord(findings(story, splits)).buys.map(({ address, amount, spent }) => [address, amount, spent])).toEqual([
      ['a', 200, null],
      ['b', 200, 4e-9],
    ])
  })
})
