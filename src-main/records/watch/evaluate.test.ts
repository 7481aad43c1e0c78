import { describe, expect, it } from 'vitest'
import type { Shares, WatchCondition } from '../../../src-shared/domain/watch.ts'
import type { ActiveRule, WatchMoment } from '../../../src-shared/domain/watch-moment.ts'
import { activeRule } from '../../../e2e/fixtures/active-rule.ts'
import { evaluateRules } from './evaluate.ts'
import type { WatchFacts } from './facts.ts'

const UNKNOWN: Shares = { cluster: null, top10: null, snipers: null, bundlers: null, insiders: null, dev: null }

function moment(
  change: Partial<Omit<WatchMoment, 'values' | 'clusters'>> & {
    shares?: Partial<Shares>
    clusters?: Record<string, number>
    groups?: WatchMoment['clusters']
  } = {},
): WatchMoment {
  const { shares, clusters, groups, ...rest } = change
  const values = { shares: { ...UNKNOWN, ...shares }, clusters: clusters ?? {} }
  return { block: 10, time: 1_000, values, top: null, roles: [], clusters: groups ?? [], pools: {}, ...rest }
}

/** A token of 100 raw units, so an amount equals its percentage of supply. */
function facts(change: Parameters<typeof moment>[0] & Partial<Omit<WatchFacts, keyof WatchMoment>> = {}): WatchFacts {
  return {
    symbol: 'PEP',
    complete: true,
    listed: [],
    ...{ outflows: [], trades: [], withdrawals: [] },
    percent: Number,
    units: Number,
    raw: () => 0n,
    ...change,
    ...moment({ block: 11, time: 1_060, ...change }),
  }
}

const reasons = (condition: WatchCondition, before: WatchMoment, now: WatchFacts, more: Partial<ActiveRule> = {}): string[] =>
  evaluateRules([activeRule(condition, more)], { moment: before, past: [{ time: before.time, ...before.values }] }, now).map(({ reason }) => reason)

describe('a share that crosses a line', () => {
  const above: WatchCondition = { kind: 'share_crosses', share: 'cluster', direction: 'above', line: 20 }

  it('is reported once, when it crosses', () => {
    expect(reasons(above, moment({ shares: { cluster: 18.2 } }), facts({ shares: { cluster: 21 } }))).toEqual([
      'PEP: the share of clusters went from 18.2 % to 21.0 %, above 20 %.',
    ])
    expect(reasons(above, moment({ shares: { cluster: 20 } }), facts({ shares: { cluster: 20 } }))).toEqual([])
    expect(reasons(above, moment({ shares: { cluster: 20 } }), facts({ shares: { cluster: 20.1 } }))).toHaveLength(1)
    const below = { ...above, direction: 'below' } as const
    expect(reasons(below, moment({ shares: { cluster: 20 } }), facts({ shares: { cluster: 19.9 } }))).toEqual([
      'PEP: the share of clusters went from 20.0 % to 19.9 %, below 20 %.',
    ])
    expect(reasons(below, moment({ shares: { cluster: 21 } }), facts({ shares: { cluster: 20 } }))).toEqual([])
    expect(reasons(above, moment({ shares: { cluster: 21 } }), facts({ shares: { cluster: 30 } }))).toEqual([])
    expect(reasons(above, moment({ shares: { cluster: 30 } }), facts({ shares: { cluster: 10 } }))).toEqual([])
  })

  it('is not reported where either figure is unknown', () => {
    expect(reasons(above, moment(), facts({ shares: { cluster: 90 } }))).toEqual([])
    expect(reasons({ ...above, direction: 'below' }, moment({ shares: { cluster: 90 } }), facts())).toEqual([])
  })

  it('is that of one cluster where the rule names one', () => {
    const [before, now] = [moment({ clusters: { 4: 10 } }), facts({ clusters: { 4: 25 } })]
    expect(reasons(above, before, now, { cluster: 4 })).toEqual(['PEP: the share of cluster 5 went from 10.0 % to 25.0 %, above 20 %.'])
    expect(reasons(above, before, now, { cluster: 5 })).toEqual([])
  })
})

it('shows the transactions of new blocks that moved most, each once and at most five', () => {
  const row = (tx: string, raw: bigint, block = 11) => ({ wallet: 'a', to: null, isBuy: true, tx, raw, block, time: 1_050 })
  const outflows = [row('old', 99n, 10), row('a', 3n), row('b', 7n), row('c', 1n), row('d', 2n), row('b', 7n)]
  const now = facts({ shares: { dev: 9 }, outflows, trades: [row('e', 8n), row('f', 4n)] })
  const [match] = evaluateRules(
    [activeRule({ kind: 'share_crosses', share: 'dev', direction: 'above', line: 5 })],
    { moment: moment({ shares: { dev: 1 } }), past: [] },
    now,
  )
  expect(match?.evidence).toEqual(['e', 'b', 'f', 'a', 'd'])
})

describe('a share that moves', () => {
  const moves: WatchCondition = { kind: 'share_moves', share: 'top10', by: 5, within_seconds: 600 }
  const past = (...values: [time: number, value: number | null][]) =>
    values.map(([time, top10]) => ({ time, shares: { ...UNKNOWN, top10 }, clusters: {} }))
  const report = (values: [number, number | null][], now: number | null, time = 1_060): string[] =>
    evaluateRules([activeRule(moves)], { moment: moment(), past: past(...values) }, facts({ time, shares: { top10: now } })).map(
      ({ key, reason }) => `${key}: ${reason}`,
    )

  it('counts from the value that was in force when the time began', () => {
    expect(
      report(
        [
          [100, 40],
          [900, 42],
        ],
        46,
      ),
    ).toEqual(['move 100 1: PEP: the share of the top 10 went from 40.0 % to 46.0 % within 10 minutes.'])
    expect(
      report(
        [
          [100, 40],
          [400, 44],
          [900, 44],
        ],
        46,
      ),
    ).toEqual([])
    expect(report([[900, 46]], 40.5)).toEqual(['move 900 -1: PEP: the share of the top 10 went from 46.0 % to 40.5 % within 3 minutes.'])
  })

  it('leaves unknown values out', () => {
    expect(report([[900, null]], 90)).toEqual([])
    expect(report([[900, 10]], null)).toEqual([])
  })
})

describe('a member that sells or sends', () => {
  const sells: WatchCondition = { kind: 'holder_sells', over: 2 }
  const out = (wallet: string, raw: bigint, block: number, to: string | null = null) => ({
    wallet,
    to,
    raw,
    block,
    time: 1_000 + block,
    tx: `t${block}`,
  })
  const groups = [
    { id: 0, members: ['a', 'b'] },
    { id: 1, members: ['c'] },
  ]

  it('is reported with what it sold within the hour, and only for new blocks', () => {
    const now = facts({ outflows: [out('a', 1n, 9), out('a', 2n, 11), out('x', 50n, 11)] })
    expect(reasons(sells, moment({ groups }), now)).toEqual(['PEP: a of cluster 1 sold 3.00 % of supply within an hour.'])
    expect(reasons(sells, moment({ groups, block: 11 }), now)).toEqual([])
    expect(reasons({ ...sells, over: 3 }, moment({ groups }), now)).toEqual([])
  })

  it('counts the largest hour where the new blocks are of several', () => {
    const at = (time: number, raw: bigint, block = 11) => ({ ...out('a', raw, block), time, tx: `t${time}` })
    const hours = [at(100, 3n, 9), at(3_600, 1n), at(3_699, 2n), at(3_700, 1n), at(8_000, 2n), at(12_000, 2n)]
    const report = (outflows: typeof hours, block: number) =>
      evaluateRules([activeRule(sells)], { moment: moment({ groups, block }), past: [] }, facts({ outflows })).map(
        ({ reason, at: time, evidence }) => [reason, time, evidence],
      )
    expect(report(hours, 10)).toEqual([['PEP: a of cluster 1 sold 6.00 % of supply within an hour.', 3_699, ['t3699', 't3600', 't100']]])
    expect(report(hours.slice(1), 10)).toEqual([['PEP: a of cluster 1 sold 4.00 % of supply within an hour.', 3_700, ['t3700', 't3699', 't3600']]])
    expect(report(hours.slice(4), 10)).toEqual([])
    expect(report(hours, 11)).toEqual([])
  })

  it('is not reported for what stays within its cluster', () => {
    const now = facts({ outflows: [out('a', 50n, 11, 'b'), out('c', 3n, 11, 'b')] })
    expect(reasons(sells, moment({ groups }), now)).toEqual(['PEP: c of cluster 2 sent 3.00 % of supply within an hour.'])
    expect(reasons(sells, moment({ groups }), now, { cluster: 0 })).toEqual([])
    expect(reasons(sells, moment({ groups }), now, { wallets: ['c'] })).toEqual(['PEP: c sent 3.00 % of supply within an hour.'])
  })
})

it('reports every trade of a watched wallet', () => {
  const trade = { wallet: 'a', isBuy: true, raw: 7n, tx: 't', block: 11, time: 1_050 }
  const now = facts({ trades: [trade, { ...trade, wallet: 'b' }, { ...trade, isBuy: false }] })
  expect(reasons({ kind: 'wallet_trades' }, moment(), now, { wallets: ['a'] })).toEqual(['PEP: a bought 7.', 'PEP: a sold 7.'])
})

describe('a sniper, insider or creator that sells out', () => {
  const condition: WatchCondition = { kind: 'sells_out', roles: ['sniper', 'creator'] }
  const before = moment({
    roles: [
      { address: 's', role: 'sniper', raw: '3' },
      { address: 'i', role: 'insider', raw: '4' },
      { address: 'k', role: 'creator', raw: '5' },
    ],
  })

  it('is reported when nothing is left', () => {
    expect(reasons(condition, before, facts({ raw: (address) => (address === 'k' ? 1n : 0n) }))).toEqual([
      'PEP: a sniper, s, has nothing left of 3.00 % of supply.',
    ])
  })

  it('is unknown where not every holder is stored, unless its last transfer is', () => {
    expect(reasons(condition, before, facts({ complete: false }))).toEqual([])
    const outflows = [{ wallet: 'k', to: null, raw: 5n, block: 11, time: 1_050, tx: 't' }]
    expect(reasons(condition, before, facts({ complete: false, outflows }))).toEqual(['PEP: the creator, k, has nothing left of 5.00 % of supply.'])
  })
})

it('reports who enters the largest holders, and nobody where they are unknown', () => {
  const condition: WatchCondition = { kind: 'top_holder_enters', top: 2 }
  const now = facts({ top: ['b', 'n', 'a'], raw: () => 9n })
  expect(reasons(condition, moment({ top: ['a', 'b', 'n'] }), now)).toEqual(['PEP: n entered the top 2 at place 2 with 9.00 % of supply.'])
  expect(reasons(condition, moment(), now)).toEqual([])
  expect(reasons(condition, moment({ top: ['a', 'b'] }), facts({ top: ['b', 'a', 'n'] }))).toEqual([])
})

it('reports tokens that leave a pool without a trade, by what the pool held', () => {
  const condition: WatchCondition = { kind: 'liquidity_falls', by: 20 }
  const withdrawals = [{ pool: 'p', wallet: 'o', raw: 30n, tx: 't', block: 11, time: 1_050 }]
  expect(reasons(condition, moment({ pools: { p: '100' } }), facts({ withdrawals }))).toEqual(['PEP: 30.0 % of the tokens of pool p was withdrawn.'])
  expect(reasons(condition, moment({ pools: { p: '1000' } }), facts({ withdrawals }))).toEqual([])
  expect(reasons(condition, moment({ pools: { p: '150' } }), facts({ withdrawals }))).toEqual([])
  expect(reasons(condition, moment(), facts({ withdrawals }))).toEqual([])
})
