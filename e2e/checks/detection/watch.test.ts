import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ActiveRule } from '../../../src-shared/domain/watch-moment.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { snapshotRecord } from '../../../src-main/records/snapshot.ts'
import { readWatchFacts, type WatchFacts } from '../../../src-main/records/watch/facts.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { replayRule } from '../../../src-main/records/watch/history.ts'
import type { WatchCondition } from '../../../src-shared/domain/watch.ts'
import { activeRule } from '../../fixtures/active-rule.ts'
import { findings } from './early-story.ts'
import { buildFacts, type Story } from './story.ts'

/** What watch rules read of a token, and what they would have reported (docs/watch.md). The supply is 1,000,000. */

const block = (hours: number): number => 1000 + hours * 300
const START = buildFacts({ holds: {} }).token.createdAt ?? 0
const time = (hours: number): number => START + hours * 3600

describe('the facts of a moment', () => {
  const story: Story = {
    holds: { dev: 50_000, sold: 0, big: 300_000, small: 10, pool: 90_000 },
    creator: 'dev',
    buys: [['big', 300_000, 5, 1]],
    sends: [
      ['small', 'x', 1, 989.9],
      ['small', 'x', 2, 990.5],
      ['small', 'x', 4, 991],
      ['small', 'x', 8, 999.5],
      ['pool', 'lp', 16, 999.6],
    ],
  }
  const read = (since: number | null, change?: (facts: TokenFacts) => TokenFacts): WatchFacts => {
    const facts = readWatchFacts(findings(story, change), null, since)
    if (facts === null) throw new Error('the block is known')
    return facts
  }
  const amounts = (rows: readonly { readonly raw: bigint }[]): bigint[] => rows.map(({ raw }) => raw)

  it('has the outflows of the last hour, of the new blocks, and of the hour before these', () => {
    expect(amounts(read(null).outflows)).toEqual([8n])
    expect(amounts(read(block(999.9)).outflows)).toEqual([8n])
    expect(amounts(read(block(990.9)).outflows)).toEqual([2n, 4n, 8n])
    expect(read(block(999.4)).outflows[0]).toEqual({ wallet: 'small', to: 'x', raw: 8n, tx: 'token-3', block: block(999.5), time: time(999.5) })
  })

  it('has the withdrawals and trades of the new blocks only', () => {
    expect(read(block(999.4)).withdrawals).toEqual([{ pool: 'pool', wallet: 'lp', raw: 16n, tx: 'token-4', block: block(999.6), time: time(999.6) }])
    for (const since of [block(999.6), null]) expect(read(since).withdrawals).toEqual([])
    expect(read(0).trades).toEqual([{ wallet: 'big', isBuy: true, raw: 300_000n, tx: 'buy-0', block: block(1), time: time(1) }])
    expect(read(block(1)).trades).toEqual([])
  })

  it('takes neither what a trade moves nor what leaves a pool without readable trades for a withdrawal', () => {
    const ofTrade = (facts: TokenFacts): TokenFacts => ({
      ...facts,
      trades: facts.trades.map((trade) => ({ ...trade, tx: 'token-4', position: { block: block(999.6), tx: 4, event: 1 } })),
    })
    expect(read(block(999.4), ofTrade).withdrawals).toEqual([])
    expect(read(block(999.4), (facts) => ({ ...facts, trades: [] })).withdrawals).toEqual([])
  })

  it('has the largest holders without pools, the roles that hold something, and the pools', () => {
    const { top, roles, pools, symbol, complete, block: at } = read(null)
    expect({ top, roles, pools, symbol, complete, at }).toEqual({
      top: ['big', 'dev', 'small'],
      roles: [
        { address: 'big', role: 'sniper', raw: '300000' },
        { address: 'dev', role: 'creator', raw: '50000' },
      ],
      pools: { pool: '90000' },
      symbol: 'STORY',
      complete: true,
      at: block(1000),
    })
    expect(read(null, (facts) => ({ ...facts, complete: false, token: { ...facts.token, symbol: null } }))).toMatchObject({
      symbol: 'token',
      complete: false,
    })
    expect(
      readWatchFacts(
        findings(story, (facts) => ({ ...facts, asOf: { ...facts.asOf, block: null } })),
        null,
        null,
      ),
    ).toBeNull()
  })
})

describe('the shares of a moment', () => {
  it('are unknown if the token reports a supply of zero', () => {
    const of = (totalSupply: bigint): WatchFacts | null =>
      readWatchFacts(
        findings({ holds: { dev: 50_000 }, creator: 'dev' }, (facts) => ({ ...facts, token: { ...facts.token, totalSupply } })),
        null,
        null,
      )
    expect(of(1_000_000n)).toMatchObject({ values: { shares: { top10: 5, dev: 5 } }, top: ['dev'] })
    expect(of(0n)).toMatchObject({ values: { shares: { cluster: null, top10: null, dev: null }, clusters: {} }, top: null })
  })
})

describe('what a rule would have reported', () => {
  describe('in stored transfers', () => {
    const now = findings({
      holds: { pool: 40, a: 1 },
      buys: [['a', 1, 5, 1]],
      sends: [
        ['a', 'b', 30_000, 980.1],
        ['a', 'b', 15_000, 990.7],
        ['a', 'c', 15_000, 990.9],
        ['a', 'b', 10_000, 991.75],
        ['a', 'b', 20_000, 992.9],
        ['pool', 'lp', 30, 990.2],
        ['b', 'pool', 10, 990.4],
        ['pool', 'lp', 20, 990.7],
        ['pool', 'lp', 20, 995.5],
      ],
    })
    const replay = (one: ActiveRule, from: number, snapshots: readonly SnapshotRecord[] = []): string[] =>
      replayRule(now, null, one, { from: time(from), snapshots }).map(({ reason, at }) => `${(at - START) / 3600}: ${reason}`)

    it('sums what a wallet sent within any hour, since the given time', () => {
      const sends = activeRule({ kind: 'holder_sells', over: 2.5 }, { wallets: ['a'] })
      const first = '980.1: STORY: a sent 3.00 % of supply within an hour.'
      const second = '990.9: STORY: a sent 3.00 % of supply within an hour.'
      expect(replay(sends, 980.1)).toEqual([first, second])
      expect(replay(sends, 980.2)).toEqual([second])
      expect(replay(sends, 991)).toEqual([])
    })

    it('knows the members of a cluster that has sold since, from the last snapshot before or else the first', () => {
      const snapshot = (hours: number, cluster: number | null): SnapshotRecord => {
        const { nodes, ...rest } = snapshotRecord(now, time(hours))
        return { ...rest, nodes: nodes.map((node) => (node.address === 'a' ? { ...node, cluster } : node)) }
      }
      const sends = activeRule({ kind: 'holder_sells', over: 2.5 })
      const first = '980.1: STORY: a of cluster 4 sent 3.00 % of supply within an hour.'
      const second = '990.9: STORY: a of cluster 4 sent 3.00 % of supply within an hour.'
      expect(replay(sends, 0)).toEqual([])
      expect(replay(sends, 0, [snapshot(979, 3), snapshot(985, null)])).toEqual([first])
      expect(replay(sends, 0, [snapshot(985, 3)])).toEqual([first, second])
      expect(replay(activeRule({ kind: 'holder_sells', over: 2.5 }, { cluster: 2 }), 0, [snapshot(985, 3)])).toEqual([])
    })

    it('compares withdrawals with what the pool held before the first one of the hour', () => {
      const falls = activeRule({ kind: 'liquidity_falls', by: 20 })
      const first = '990.7: STORY: 50.0 % of the tokens of pool pool was withdrawn.'
      const second = '995.5: STORY: 33.3 % of the tokens of pool pool was withdrawn.'
      expect(replay(falls, 0)).toEqual([first, second])
      expect(replay(falls, 991)).toEqual([second])
    })
  })

  describe('in stored snapshots', () => {
    const at = (holds: Story['holds'], hours: number, complete = true) => {
      const story: Story = { holds: { pool: 500_000, ...holds }, creator: 'dev' }
      const facts = findings(story, (one) => ({ ...one, complete, token: { ...one.token, holderCount: complete ? one.token.holderCount : 99 } }))
      return { facts, snapshot: snapshotRecord(facts, time(hours)) }
    }
    const replay = (condition: WatchCondition, states: readonly ReturnType<typeof at>[], from = 0): string[] => {
      const last = states.at(-1)
      if (last === undefined) return []
      return replayRule(last.facts, null, activeRule(condition), { from: time(from), snapshots: states.map(({ snapshot }) => snapshot) }).map(
        ({ reason, at: when }) => `${(when - START) / 3600}: ${reason}`,
      )
    }
    const states = [at({ dev: 60_000, a: 10_000, b: 9_000 }, 10), at({ dev: 40_000, a: 10_000, b: 9_000 }, 11), at({ a: 9_000, b: 10_000 }, 12)]

    it('compares each with the one before, without pools', () => {
      expect(replay({ kind: 'share_crosses', share: 'top10', direction: 'below', line: 5.9 }, states)).toEqual([
        '12: STORY: the share of the top 10 went from 5.90 % to 1.90 %, below 5.9 %.',
      ])
      expect(replay({ kind: 'share_moves', share: 'dev', by: 5, within_seconds: 86_400 }, states)).toEqual([
        '12: STORY: the creator’s share went from 6.00 % to 0 % within 120 minutes.',
      ])
      expect(replay({ kind: 'top_holder_enters', top: 1 }, states)).toEqual(['12: STORY: b entered the top 1 at place 1 with 1.00 % of supply.'])
      expect(replay({ kind: 'top_holder_enters', top: 1 }, states, 12.1)).toEqual([])
    })

    it('the creator’s share includes contracts that it controls, as in the overview', () => {
      const withVault = (vault: number, hours: number) => {
        const facts = findings(
          { holds: { pool: 500_000, dev: 10_000, vault }, creator: 'dev', contracts: ['vault'], sends: [['dev', 'vault', vault, 1]] },
          (one) => ({ ...one, contractOwners: [{ contract: trustedAddress('vault'), owner: trustedAddress('dev'), deployerNonce: null }] }),
        )
        return { facts, snapshot: snapshotRecord(facts, time(hours)) }
      }
      expect(replay({ kind: 'share_crosses', share: 'dev', direction: 'above', line: 5 }, [withVault(20_000, 11), withVault(60_000, 12)])).toEqual([
        '12: STORY: the creator’s share went from 3.00 % to 7.00 %, above 5 %.',
      ])
    })

    it('shows shares on both sides of a threshold in digits that tell them from it', () => {
      expect(
        replay({ kind: 'share_crosses', share: 'dev', direction: 'above', line: 20 }, [at({ dev: 199_800 }, 11), at({ dev: 200_200 }, 12)]),
      ).toEqual(['12: STORY: the creator’s share went from 19.98 % to 20.02 %, above 20 %.'])
      expect(
        replay({ kind: 'share_moves', share: 'dev', by: 0.01, within_seconds: 86_400 }, [at({ dev: 199_800 }, 11), at({ dev: 200_200 }, 12)]),
      ).toEqual(['12: STORY: the creator’s share went from 19.98 % to 20.02 % within 60 minutes.'])
    })

    it('counts the members of clusters, not the services that connect them', () => {
      const clustered = (a: number, hours: number) => {
        const payer = { ring: 10_000, a, exchange: 300_000 }
        const story: Story = { holds: payer, pays: [['ring', 'a', 5, 1]], sends: [['ring', 'a', 5, 2]] }
        const facts = findings(story)
        const record = snapshotRecord(facts, time(hours))
        const nodes = record.nodes.map((node) => (node.address === 'exchange' ? { ...node, cluster: 0, tags: ['exchange' as const] } : node))
        return { facts, snapshot: { ...record, nodes } }
      }
      const crossed = ['12: STORY: the share of clusters went from 2.00 % to 7.00 %, above 5 %.']
      expect(
        replay({ kind: 'share_crosses', share: 'cluster', direction: 'above', line: 5 }, [clustered(10_000, 11), clustered(60_000, 12)]),
      ).toEqual(crossed)
    })

    it('a creator missing from one has sold out only if it lists every holder', () => {
      const soldOut: WatchCondition = { kind: 'sells_out', roles: ['creator'] }
      expect(replay(soldOut, states)).toEqual(['12: STORY: the creator, dev, has nothing left of 4.00 % of supply.'])
      expect(replay(soldOut, [...states.slice(0, 2), at({ a: 1 }, 12, false)])).toEqual([])
    })
  })
})
