import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { earlyRecord } from '../../../src-main/records/early-evidence.ts'
import { shippedRules, buildFacts, type Story } from './story.ts'

/** Duration of one block in hours of the story: 300 blocks per hour. */
const blocks = (count: number): number => count / 300

function findings(story: Story, change: (facts: TokenFacts) => TokenFacts = (facts) => facts): Findings {
  const facts = buildFacts(story)
  return detectAll(change({ ...facts, token: { ...facts.token, network: 'sol' } }), { rules: shippedRules, changed: [] })
}

/** Moves the buys of the named wallets into one transaction. */
const inOneTransaction =
  (...wallets: string[]) =>
  (facts: TokenFacts): TokenFacts => ({
    ...facts,
    trades: facts.trades.map((trade, i): TradeFact =>
      wallets.includes(trade.signer) ? { ...trade, tx: 'bundle', leg: i, signer: trustedAddress('s') } : trade,
    ),
  })

describe('snipers', () => {
  const story: Story = {
    holds: { early: 100, third: 50, more: 900, late: 100, dev: 100 },
    creator: 'dev',
    buys: [
      ['dev', 100, 5, blocks(0)],
      ['early', 100, 5, blocks(0)],
      ['gone', 100, 5, blocks(1)],
      ['third', 100, 5, blocks(3)],
      ['more', 100, 5, blocks(2)],
      ['late', 100, 5, blocks(4)],
    ],
  }

  it('bought within three blocks of the first swap; the creator is not one of them', () => {
    expect(findings(story).snipers.map(({ address, state }) => [address, state])).toEqual([
      ['early', 'held'],
      ['gone', 'sold_fully'],
      ['more', 'bought_more'],
      ['third', 'sold_partially'],
    ])
  })

  it('are unknown when the stored trades do not begin at the launch', () => {
    const { snipers, notes } = findings(story, (facts) => ({ ...facts, tradesFromBirth: false }))
    expect(snipers).toEqual([])
    expect(notes).toContain('The first DEX event is not known: the stored trades do not begin at the token’s birth.')
  })

  it('include the contract of one wallet, and no contract that several use or that passes tokens on', () => {
    const throughContracts: Story = {
      holds: { own: 100, shared: 100, proxy: 10, late: 100 },
      contracts: ['own', 'shared', 'proxy'],
      creator: 'dev',
      sends: [['proxy', 'somebody', 90, blocks(2)]],
      buys: [
        ['own', 100, 5, blocks(0)],
        ['shared', 50, 5, blocks(0)],
        ['shared', 50, 5, blocks(1)],
        ['proxy', 100, 5, blocks(1)],
      ],
    }
    const signers = ['owner', 'one', 'other', 'somebody else']
    const { snipers } = findings(throughContracts, (facts) => ({
      ...facts,
      trades: facts.trades.map((trade, i): TradeFact => ({ ...trade, signer: trustedAddress(signers[i] ?? '') })),
    }))
    expect(snipers.map(({ address, owner }) => [address, owner])).toEqual([['own', 'owner']])
  })

  it('are known once the trades of the launch are stored, and not before', () => {
    const whole = findings(story)
    const { launch } = whole
    if (!launch.known) throw new Error('the story has no launch')
    const readTo = (block: number) =>
      findings(story, ({ trades, ...facts }) => ({
        ...facts,
        trades: trades.filter(({ position }) => position.block <= block),
        tradesFromBirth: false,
        tradesReadTo: block,
      }))
    expect(readTo(launch.lastBlock).snipers).toEqual(whole.snipers)
    expect(readTo(launch.lastBlock - 1).launch).toEqual({ known: false, why: 'The trades of the launch are not all stored.' })
    expect(readTo(launch.block - 1).snipers).toEqual([])
  })

  describe('where the pool was created empty', () => {
    const funded: Story = {
      holds: { early: 100, third: 50, late: 100 },
      creator: 'dev',
      sends: [
        ['dev', 'pool', 10, blocks(1)],
        ['dev', 'pool', 90_000, blocks(20)],
        ['dev', 'pool', 200_000, blocks(40)],
      ],
      buys: [
        ['early', 100, 5, blocks(21)],
        ['third', 100, 5, blocks(23)],
        ['late', 100, 5, blocks(24)],
      ],
    }
    const start = buildFacts(funded).trades[0]?.position.block ?? 0
    const createdAt =
      (createdBlock: number) =>
      (facts: TokenFacts): TokenFacts => ({ ...facts, pools: facts.pools.map((pool) => ({ ...pool, createdBlock })) })

    it('are counted from its liquidity, however long before it was created', () => {
      for (const created of [start - 21, start - 100_000]) {
        const { launch, snipers } = findings(funded, createdAt(created))
        expect(launch).toMatchObject({ block: start - 1, event: 'first liquidity of a pool' })
        expect(snipers.map(({ address }) => address)).toEqual(['early', 'third'])
      }
    })

    it('are counted from its creation where no stored move shows the liquidity', () => {
      expect(findings({ ...funded, sends: [] }, createdAt(start - 1)).launch).toMatchObject({ block: start - 1, event: 'creation of the first pool' })
    })

    it('are counted from the liquidity of the account that holds the tokens of all pools', () => {
      const sends = (funded.sends ?? []).map(([from, , raw, at]) => [from, 'manager', raw, at] as const)
      const bought = (facts: TokenFacts): TokenFacts => {
        const out = facts.trades.map(({ position, time, tx, receiver, tokenOut }): TransferFact => {
          if (receiver === null) throw new Error('the story has a buy without receiver')
          return { position, time, tx, from: trustedAddress('manager'), to: receiver, raw: tokenOut.raw }
        })
        return { ...facts, transfers: [...facts.transfers, ...out] }
      }
      const { launch, snipers } = findings({ ...funded, sends }, (facts) => bought(createdAt(start - 4)(facts)))
      expect(launch).toMatchObject({ block: start - 1, event: 'first liquidity of a pool' })
      expect(snipers.map(({ address }) => address)).toEqual(['early', 'third'])
    })

    it('are not counted from a pool that anybody created and nobody funded', () => {
      const decoy = (facts: TokenFacts): TokenFacts => {
        const pools = createdAt(start - 100)(facts).pools.flatMap((pool) => [
          pool,
          { ...pool, address: trustedAddress('decoy'), createdBlock: start - 3 },
        ])
        return { ...facts, pools }
      }
      expect(findings(funded, decoy).launch).toMatchObject({ block: start - 1, event: 'first liquidity of a pool' })
    })

    it('are counted from the first swap where the liquidity waited longer for a buyer', () => {
      const early: Story = { ...funded, sends: [['dev', 'pool', 90_000, blocks(-200)]] }
      expect(findings(early, createdAt(start - 300)).launch).toMatchObject({ block: start, event: 'first swap' })
    })
  })

  it('are counted from the switch that opened trading; who bought before it is an insider', () => {
    const block = (buildFacts(story).trades[0]?.position.block ?? 0) + 2
    const opened: Story = { ...story, holds: { ...story.holds, gone: 1 } }
    const { launch, snipers, insiders } = findings(opened, (facts) => ({
      ...facts,
      trades: facts.trades.toSorted((x, y) => x.position.block - y.position.block),
      tradingSwitch: { block, tx: 'opened', txIndex: 3 },
    }))
    expect(launch).toMatchObject({ block, event: 'switch that opened trading' })
    expect(snipers.map(({ address }) => address)).toEqual(['late', 'more', 'third'])
    const rules = insiders.map(({ address, facts }) => [address, facts.map(({ rule }) => rule)])
    expect(rules).toEqual([
      ['early', ['bought_before_switch']],
      ['gone', ['bought_before_switch']],
    ])
  })

  it('are listed with all buys of the window in the order of their blocks', () => {
    const { window, buys } = earlyRecord(findings(story))
    expect(buys.map(({ address }) => address)).toEqual(['dev', 'early', 'gone', 'more', 'third'])
    expect(buys.every(({ block }) => block >= (window?.first_block ?? Infinity) && block <= (window?.last_block ?? 0))).toBe(true)
    expect(buys[1]).toMatchObject({ place: 501, tx: 'buy-1', signer: 'early', tipped: null })
    expect(earlyRecord(findings(story, (facts) => ({ ...facts, tradesFromBirth: false }))).buys).toEqual([])
  })

  it('are unknown when only the largest balances are stored', () => {
    expect(findings(story, (facts) => ({ ...facts, complete: false })).snipers).toEqual([])
  })

  it('dust and hubs are left out', () => {
    expect(findings({ holds: { tiny: 1 }, labels: { hot: 'exchange' }, buys: [['hot', 500, 5, 0]] }).snipers).toEqual([])
  })
})

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
})

describe('insiders', () => {
  it('got tokens or their first coin from the creator; the creator is not one of them', () => {
    const { insiders } = findings({
      holds: { dev: 500, gifted: 300, started: 20, stranger: 10 },
      creator: 'dev',
      sends: [['dev', 'gifted', 300, 5]],
      pays: [['dev', 'started', 50, 2]],
    })
    expect(insiders.map(({ address, facts }) => [address, facts.map(({ rule }) => rule)])).toEqual([
      ['gifted', ['received_from_creator', 'same_cluster']],
      ['started', ['first_funded_by_creator', 'same_cluster']],
    ])
  })

  it('were paid before the launch and bought within three blocks; slots that hold no block do not count', () => {
    const story: Story = {
      holds: { dev: 500, first: 10, paid: 20 },
      creator: 'dev',
      pays: [
        ['other', 'paid', 1, 0],
        ['dev', 'paid', 5, 1],
      ],
      buys: [
        ['first', 10, 5, 2],
        ['paid', 20, 5, 2 + blocks(9)],
      ],
    }
    const rules = (producedBlocks: readonly number[] | null): string[] =>
      findings(story, (facts) => ({ ...facts, producedBlocks })).insiders.flatMap(({ facts }) => facts.map(({ rule }) => rule))
    expect(rules([1600, 1603, 1606, 1609, 1610])).toContain('first_funded_by_creator')
    expect(rules([1600, 1601, 1602, 1603, 1609])).not.toContain('first_funded_by_creator')
    expect(rules(null)).not.toContain('first_funded_by_creator')
  })

  it('are none when the creator is unknown', () => {
    const { insiders, notes } = findings({ holds: { w1: 10 } })
    expect(insiders).toEqual([])
    expect(notes).toContain(
      'The creator is not known. The creator’s share is unknown, not zero, and insiders are found only by powers over the token and by its creation.',
    )
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
})
