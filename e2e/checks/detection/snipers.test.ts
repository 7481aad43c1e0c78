import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { earlyRecord } from '../../../src-main/records/early-evidence.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { buildFacts, shippedRules, type Story } from './story.ts'
import { blocks, findings } from './early-story.ts'

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

  it('sold or bought more only with a transfer, where the code of the token can change balances', () => {
    const moved: Story = {
      ...story,
      holds: { halved: 50, wiped: 0, grown: 150, seller: 50, adder: 150 },
      sends: [
        ['seller', 'somebody', 20, blocks(9)],
        ['somebody', 'adder', 20, blocks(9)],
        ['halved', 'halved', 5, blocks(9)],
      ],
      buys: ['halved', 'wiped', 'grown', 'seller', 'adder'].map((wallet) => [wallet, 100, 5, blocks(0)] as const),
    }
    const states = (network: 'eth' | 'sol'): (string | undefined)[] => {
      const facts = buildFacts(moved)
      const paid = facts.trades.map(({ position, time, tx, signer, pool, tokenOut }): TransferFact => {
        return { position, time, tx, from: pool ?? signer, to: signer, raw: tokenOut.raw }
      })
      const whole = { ...facts, token: { ...facts.token, network }, transfers: [...facts.transfers, ...paid] }
      const { snipers } = detectAll(whole, { rules: shippedRules, changed: [] })
      return ['halved', 'wiped', 'grown', 'seller', 'adder'].map((wallet) => snipers.find(({ address }) => address === wallet)?.state)
    }
    expect(states('eth')).toEqual(['held', 'held', 'held', 'sold_partially', 'bought_more'])
    expect(states('sol')).toEqual(['sold_partially', 'sold_fully', 'bought_more', 'sold_partially', 'bought_more'])
  })

  it('are nobody through whose route the token passed from pool to pool without a transfer', () => {
    const routed: Story = { holds: { early: 100 }, buys: ['early', 'friend', 'rest', 'relay'].map((wallet) => [wallet, 100, 5, blocks(0)] as const) }
    const sells = (buy: TradeFact, raw: bigint): TradeFact => {
      return { ...buy, leg: 1, tokenIn: { ...buy.tokenOut, raw }, tokenOut: { ...buy.tokenIn, token: trustedAddress('end') } }
    }
    const { index, snipers } = findings(routed, (facts) => ({
      ...facts,
      trades: facts.trades.flatMap((buy): TradeFact[] => {
        const ordered = { ...buy, signer: trustedAddress('signer') }
        if (buy.signer === 'friend') return [ordered, sells(ordered, 100n)]
        if (buy.signer === 'rest') return [ordered, sells(ordered, 60n)]
        if (buy.signer === 'relay') return [ordered, sells(ordered, 130n)]
        return [buy]
      }),
    }))
    expect(index.flows.swaps.map(({ wallet, isBuy, raw }) => [wallet, isBuy, raw])).toEqual([
      ['early', true, 100n],
      ['rest', true, 40n],
      ['signer', false, 30n],
    ])
    expect(snipers.map(({ address }) => address)).toEqual(['early', 'rest'])
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
