import { countOf, distinctPercents, shortAddress, shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import type { WatchedShare } from '../../../src-shared/domain/watch-lists.ts'
import { ROLE_NAMES, SHARE_NAMES, thresholdText, type WatchCondition } from '../../../src-shared/domain/watch.ts'
import type { ActiveRule, PastValues, WatchedValues, WatchMatch, WatchMoment } from '../../../src-shared/domain/watch-moment.ts'
import { OUTFLOW_SECONDS, type Outflow, type WatchFacts } from './facts.ts'

/** Finds the rules that report between two moments of a token (docs/watch.md#conditions). An unknown figure reports nothing. */

export interface Before {
  readonly moment: WatchMoment
  /** Oldest first, `moment` included. */
  readonly past: readonly PastValues[]
}

type Found = Omit<WatchMatch, 'rule'>
type Of<K extends WatchCondition['kind']> = Extract<WatchCondition, { kind: K }>

const MAX_MATCHES = 100
const MAX_SHOWN = 5

export function evaluateRules(rules: readonly ActiveRule[], before: Before, now: WatchFacts): WatchMatch[] {
  return rules.flatMap((rule) => evaluateRule(rule, before, now).map((found) => ({ rule: rule.id, ...found })))
}

function evaluateRule(rule: ActiveRule, before: Before, now: WatchFacts): Found[] {
  const { condition } = rule
  switch (condition.kind) {
    case 'share_crosses':
      return shareCrosses(rule, condition, before.moment, now)
    case 'share_moves':
      return shareMoves(rule, condition, before, now)
    case 'holder_sells':
      return holderSells(rule, condition, before.moment, now)
    case 'wallet_trades':
      return walletTrades(rule, now)
    case 'sells_out':
      return sellsOut(condition, before.moment, now)
    case 'top_holder_enters':
      return topHolderEnters(condition, before.moment, now)
    case 'liquidity_falls':
      return liquidityFalls(condition, before.moment, now)
    // Scans and new tokens are evaluated where they arrive.
    case 'score_falls':
    case 'finding_appears':
    case 'lock_ends':
    case 'token_created':
      return []
  }
}

/** Null if unknown. */
function valueOf({ shares, clusters }: WatchedValues, share: WatchedShare, cluster: number | null): number | null {
  return cluster === null ? shares[share] : (clusters[String(cluster)] ?? null)
}

const nameOf = (share: WatchedShare, cluster: number | null): string =>
  cluster === null ? SHARE_NAMES[share] : `the share of cluster ${cluster + 1}`

function shareCrosses({ cluster }: ActiveRule, { share, direction, line }: Of<'share_crosses'>, before: WatchMoment, now: WatchFacts): Found[] {
  const [was, is] = [valueOf(before.values, share, cluster), valueOf(now.values, share, cluster)]
  if (was === null || is === null) return []
  const crossed = direction === 'above' ? was <= line && is > line : was >= line && is < line
  if (!crossed) return []
  const [from, to] = distinctPercents([was, is, line])
  const reason = `${now.symbol}: ${nameOf(share, cluster)} went from ${from} to ${to}, ${direction} ${thresholdText(line)}.`
  return [found(now, `${direction} ${now.block}`, reason, largestNew(before, now))]
}

function shareMoves({ cluster }: ActiveRule, { share, by, within_seconds }: Of<'share_moves'>, { past }: Before, now: WatchFacts): Found[] {
  const is = valueOf(now.values, share, cluster)
  if (is === null) return []
  const start = now.time - within_seconds
  // The value in force when the window began counts too.
  const first = past.findLastIndex(({ time }) => time <= start)
  let most: { readonly time: number; readonly value: number } | null = null
  for (const each of past.slice(Math.max(0, first))) {
    const value = valueOf(each, share, cluster)
    if (value !== null && (most === null || Math.abs(is - value) > Math.abs(is - most.value))) most = { time: each.time, value }
  }
  if (most === null || Math.abs(is - most.value) <= by) return []
  const [from, to] = distinctPercents([most.value, is])
  const reason = `${now.symbol}: ${nameOf(share, cluster)} went from ${from} to ${to} within ${countOf(Math.max(1, Math.ceil((now.time - Math.max(most.time, start)) / 60)), 'minute')}.`
  return [found(now, `move ${most.time} ${Math.sign(is - most.value)}`, reason, largestNew({ block: -1 }, now))]
}

function holderSells(
  { cluster, wallets }: ActiveRule,
  { over }: Of<'holder_sells'>,
  before: Pick<WatchMoment, 'block' | 'clusters'>,
  now: WatchFacts,
): Found[] {
  const groups =
    wallets !== null
      ? [{ name: null, members: new Set(wallets) }]
      : before.clusters
          .filter(({ id }) => cluster === null || id === cluster)
          .map(({ id, members }) => ({ name: `cluster ${id + 1}`, members: new Set(members) }))
  return groups.flatMap(({ name, members }) => {
    // A transfer within the group is no outflow.
    const out = now.outflows.filter(({ wallet, to }) => members.has(wallet) && (to === null || !members.has(to)))
    return [...Map.groupBy(out, ({ wallet }) => wallet)].flatMap(([wallet, all]) => {
      const most = largestHour(all, before.block)
      if (most === null) return []
      const { rows, last } = most
      const share = now.percent(most.raw)
      if (share <= over) return []
      const [sold, sent] = [rows.some(({ to }) => to === null), rows.some(({ to }) => to !== null)]
      const action = sold && sent ? 'sold and sent' : sold ? 'sold' : 'sent'
      const who = name === null ? shortAddress(wallet) : `${shortAddress(wallet)} of ${name}`
      const reason = `${now.symbol}: ${who} ${action} ${shortPercent(share)} of supply within an hour.`
      return [{ key: `out ${wallet} ${last.tx}`, reason, at: last.time, block: last.block, wallets: [wallet], evidence: newest(rows) }]
    })
  })
}

/** The hour with the largest outflow among those that end with an outflow of a new block; null without one. */
function largestHour(
  rows: readonly Outflow[],
  block: number,
): { readonly rows: readonly Outflow[]; readonly last: Outflow; readonly raw: bigint } | null {
  const ordered = rows.toSorted((a, b) => a.time - b.time)
  let most: ReturnType<typeof largestHour> = null
  let [first, raw] = [0, 0n]
  for (const [i, last] of ordered.entries()) {
    raw += last.raw
    for (let row = ordered[first]; row !== undefined && row.time <= last.time - OUTFLOW_SECONDS; row = ordered[++first]) raw -= row.raw
    if (last.block > block && raw >= (most?.raw ?? 0n)) most = { rows: ordered.slice(first, i + 1), last, raw }
  }
  return most
}

function walletTrades({ wallets }: ActiveRule, now: WatchFacts): Found[] {
  const watched = new Set(wallets)
  return now.trades
    .filter(({ wallet }) => watched.has(wallet))
    .slice(-MAX_MATCHES)
    .map(({ wallet, isBuy, raw, tx, block, time }) => ({
      key: `${isBuy ? 'buy' : 'sale'} ${wallet} ${tx}`,
      reason: `${now.symbol}: ${shortAddress(wallet)} ${isBuy ? 'bought' : 'sold'} ${unitsText(now.units(raw))}.`,
      at: time,
      block,
      wallets: [wallet],
      evidence: [tx],
    }))
}

function sellsOut({ roles }: Of<'sells_out'>, before: WatchMoment, now: WatchFacts): Found[] {
  const held = before.roles.filter(({ role }) => roles.includes(role))
  return [...Map.groupBy(held, ({ address }) => address)].flatMap(([address, [first]]) => {
    if (first === undefined || now.raw(address) > 0n) return []
    const rows = now.outflows.filter(({ wallet, block }) => wallet === address && block > before.block)
    // A balance that is no longer stored is unknown, unless its outflow is stored.
    if (!now.complete && rows.length === 0) return []
    const reason = `${now.symbol}: ${ROLE_NAMES[first.role]}, ${shortAddress(address)}, has nothing left of ${shortPercent(now.percent(BigInt(first.raw)))} of supply.`
    return [{ ...found(now, `none ${address} ${now.block}`, reason, newest(rows)), wallets: [address] }]
  })
}

function topHolderEnters({ top }: Of<'top_holder_enters'>, before: WatchMoment, now: WatchFacts): Found[] {
  if (before.top === null || now.top === null) return []
  const known = new Set(before.top.slice(0, top))
  return now.top.slice(0, top).flatMap((address, i) => {
    if (known.has(address)) return []
    const received = now.trades.filter(({ wallet, isBuy }) => wallet === address && isBuy).map(({ tx }) => tx)
    const reason = `${now.symbol}: ${shortAddress(address)} entered the top ${top} at place ${i + 1} with ${shortPercent(now.percent(now.raw(address)))} of supply.`
    return [{ ...found(now, `top ${address} ${now.block}`, reason, received.slice(-MAX_SHOWN)), wallets: [address] }]
  })
}

function liquidityFalls({ by }: Of<'liquidity_falls'>, before: WatchMoment, now: WatchFacts): Found[] {
  return [...Map.groupBy(now.withdrawals, ({ pool }) => pool)].flatMap(([pool, rows]) => {
    const held = BigInt(before.pools[pool] ?? 0)
    const last = rows.at(-1)
    const share = held === 0n ? 0 : Number((rows.reduce((sum, { raw }) => sum + raw, 0n) * 10_000n) / held) / 100
    if (last === undefined || share <= by) return []
    const reason = `${now.symbol}: ${shortPercent(Math.min(100, share))} of the tokens of pool ${shortAddress(pool)} was withdrawn.`
    const wallets = [...new Set(rows.map(({ wallet }) => wallet))].slice(0, MAX_SHOWN)
    return [{ key: `pool ${pool} ${last.tx}`, reason, at: last.time, block: last.block, wallets, evidence: newest(rows) }]
  })
}

const found = ({ time, block }: Pick<WatchMoment, 'time' | 'block'>, key: string, reason: string, evidence: readonly string[]): Found => ({
  ...{ key, reason, evidence },
  at: time,
  block,
  wallets: [],
})

const newest = (rows: readonly { readonly tx: string; readonly time: number }[]): string[] =>
  [...new Set(rows.toSorted((a, b) => b.time - a.time).map(({ tx }) => tx))].slice(0, MAX_SHOWN)

/** The transactions of new blocks that moved most. */
function largestNew({ block }: { readonly block: number }, { outflows, trades }: Pick<WatchFacts, 'outflows' | 'trades'>): string[] {
  const rows = [...outflows.filter((row: Outflow) => row.block > block), ...trades]
  return [...new Set(rows.toSorted((a, b) => (a.raw < b.raw ? 1 : a.raw > b.raw ? -1 : 0)).map(({ tx }) => tx))].slice(0, MAX_SHOWN)
}
