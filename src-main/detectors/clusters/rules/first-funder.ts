import type { Funding } from '../../../../src-shared/domain/token.ts'
import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { reuseSet } from '../../incremental/reuse.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { pushTo } from '../../math/order.ts'
import type { FactIndex } from '../../fact-index.ts'
import { amountText, countText, durationText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { damping, fanOut } from '../../flows/fan-out.ts'
import { everyPair } from './pairs.ts'
import { findPassThroughs } from './pass-through.ts'

const DAY = 86_400
const WEEK = 7 * DAY

/**
 * A paid B its first coin, and A is itself a wallet of this token or paid another holder through a pass-through wallet in the
 * same week. Other funders count only for `sharedFirstFunder`.
 */
export const directFirstFunder: ClusterRule = (index) => {
  const fan = fanOut(index)
  const touched = touchedToken(index)
  const passed = new Map<string, { wallet: string; time: number | null }[]>()
  for (const { inflow, wallet } of findPassThroughs(index)) pushTo(passed, inflow.from, { wallet, time: inflow.time })
  const sameWeek = (funder: string, wallet: string, time: number | null): boolean =>
    (passed.get(funder) ?? []).some((other) => other.wallet !== wallet && time !== null && other.time !== null && Math.abs(other.time - time) <= WEEK)
  return index.holders.flatMap((wallet) => {
    const row = index.funding.get(wallet)
    if (row === undefined || row.funder === null || row.funder === wallet) return []
    const { funder } = row
    if (index.isHub(wallet) || index.isHub(funder)) return []
    if (!touched.has(funder) && !sameWeek(funder, wallet, row.time)) return []
    const customers = fan(funder)
    const amount = row.raw === null ? '' : ` (${amountText(row.raw, index.nativeDecimals, index.nativeSymbol)})`
    return [
      evidence({
        rule: 'first_funder_direct',
        family: 'funding',
        between: [funder, wallet],
        around: funder,
        txs: [row.tx],
        weight: index.rules.funding.first_funder_direct * damping(customers, index.rules.funding.direct_undamped_fan_out),
        value: `first funder of ${countText(customers, 'wallet')}${foundBy([row])}`,
        threshold: `full weight up to ${index.rules.funding.direct_undamped_fan_out} wallets`,
        sentence: `${shortAddress(funder)} gave ${shortAddress(wallet)} its first ${index.nativeSymbol}${amount}.`,
      }),
    ]
  })
}

/** Text on how the first funding was found, if the rows say so. */
function foundBy(rows: readonly Funding[]): string {
  const means = [...new Set(rows.flatMap((row) => row.means ?? []))].sort(compareText)
  return means.length === 0 ? '' : `; found by ${means.join(' and ')}`
}

/** Funders that hold, held, received or sent this token. */
export function touchedToken({ state, facts, flows, balances, firstBuys }: FactIndex): ReadonlySet<string> {
  const funders = state.memoize(
    'funders',
    [facts.funding],
    () => new Set<string>(facts.funding.flatMap(({ funder }) => (funder === null ? [] : [funder]))),
  )
  const moved = state.accumulate(
    'who moved the token',
    [],
    flows.transfers,
    () => new Set<string>(),
    (seen, { from, to }) => void seen.add(from).add(to),
  )
  return state.memoize<ReadonlySet<string>>('funders that touched the token', [funders, moved, balances, firstBuys], (before) =>
    reuseSet(before, new Set([...funders].filter((funder) => balances.has(funder) || firstBuys.has(funder) || moved.has(funder)))),
  )
}

/** One wallet paid two holders their first coin. The closer in time, the stronger. */
export const sharedFirstFunder: ClusterRule = (index) => {
  const fan = fanOut(index)
  const children = new Map<string, Funding[]>()
  for (const wallet of index.holders) {
    const row = index.funding.get(wallet)
    if (row === undefined || row.funder === null || row.funder === wallet) continue
    if (!index.isHub(wallet) && !index.isHub(row.funder)) pushTo(children, row.funder, row)
  }
  return [...children]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([funder, rows]) => {
      const groups = index.equalPayments.get(funder) ?? []
      const found = pairsByTime(rows).map(([x, y]) => shared(index, funder, x, y, fan(funder), groups))
      for (const group of groups) {
        const members = rows.filter(({ wallet }) => group.has(wallet))
        found.push(...pairsByTime(members).map(([x, y]) => shared(index, funder, x, y, fan(funder), groups)))
      }
      return found
    })
}

/** In time order, so that no two rows are closer in time than adjacent ones. */
function pairsByTime(rows: readonly Funding[]): [Funding, Funding][] {
  const last = Number.MAX_SAFE_INTEGER
  return everyPair([...rows].sort((x, y) => (x.time ?? last) - (y.time ?? last) || compareText(x.wallet, y.wallet)))
}

function shared(index: FactIndex, funder: string, x: Funding, y: Funding, customers: number, groups: readonly ReadonlySet<string>[]): Evidence {
  const { funding } = index.rules
  const apart = x.time === null || y.time === null ? null : Math.abs(x.time - y.time)
  const [rule, weight] =
    apart !== null && apart <= DAY
      ? (['shared_first_funder_24h', funding.shared_24h] as const)
      : apart !== null && apart <= WEEK
        ? (['shared_first_funder_7d', funding.shared_7d] as const)
        : (['shared_first_funder', funding.shared_any] as const)
  const windows = `within 24 hours ${funding.shared_24h}, within 7 days ${funding.shared_7d}, later ${funding.shared_any}`
  const campaign = groups.find((group) => group.has(x.wallet) && group.has(y.wallet))
  const equal = campaign === undefined ? '' : `, equal amounts to ${campaign.size} wallets of which at least half bought this token`
  const when = apart === null ? 'at unknown times' : apart === 0 ? 'at the same moment' : `${durationText(apart)} apart`
  return evidence({
    rule,
    family: 'funding',
    between: [x.wallet, y.wallet],
    via: [funder],
    around: funder,
    txs: [x.tx, y.tx],
    weight: campaign === undefined ? weight * damping(customers, funding.shared_undamped_fan_out) : weight,
    value: `${when}; the funder started ${countText(customers, 'wallet')}${equal}${foundBy([x, y])}`,
    threshold: `${windows}; full weight up to ${funding.shared_undamped_fan_out} wallets`,
    sentence: `${shortAddress(funder)} gave both ${shortAddress(x.wallet)} and ${shortAddress(y.wallet)} their first ${index.nativeSymbol}, ${when}${equal}.`,
  })
}
