import type { Funding } from '../../../src-shared/domain/token.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { steadySet } from '../memory.ts'
import { compareText, pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { amountText, countText, durationText } from '../wording.ts'
import { damping, evidence, type ClusterRule, type Evidence } from './evidence.ts'
import { fanOut } from './fan-out.ts'
import { passedPayments } from './pass-through.ts'

const DAY = 86_400
const WEEK = 7 * DAY

/**
 * A gave B its first coin, and A is itself a wallet of this token, or paid another holder through a pass-through wallet in
 * the same week. Other funders say only what `sharedFirstFunder` makes of the times.
 */
export const directFirstFunder: ClusterRule = (study) => {
  const fan = fanOut(study)
  const touched = touchedToken(study)
  const passed = new Map<string, { wallet: string; time: number | null }[]>()
  for (const { inflow, wallet } of passedPayments(study)) pushTo(passed, inflow.from, { wallet, time: inflow.time })
  const sameWeek = (funder: string, wallet: string, time: number | null): boolean =>
    (passed.get(funder) ?? []).some((other) => other.wallet !== wallet && time !== null && other.time !== null && Math.abs(other.time - time) <= WEEK)
  return study.holders.flatMap((wallet) => {
    const row = study.funding.get(wallet)
    if (row === undefined || row.funder === null || row.funder === wallet) return []
    const { funder } = row
    if (study.isHub(wallet) || study.isHub(funder)) return []
    if (!touched.has(funder) && !sameWeek(funder, wallet, row.time)) return []
    const customers = fan(funder)
    const amount = row.raw === null ? '' : ` (${amountText(row.raw, study.nativeDecimals, study.nativeSymbol)})`
    return [
      evidence({
        rule: 'first_funder_direct',
        family: 'funding',
        between: [funder, wallet],
        around: funder,
        txs: [row.tx],
        weight: study.rules.funding.first_funder_direct * damping(customers, study.rules.funding.direct_undamped_fan_out),
        value: `first funder of ${countText(customers, 'wallet')}${foundBy([row])}`,
        threshold: `full weight up to ${study.rules.funding.direct_undamped_fan_out} wallets`,
        sentence: `${shortAddress(funder)} gave ${shortAddress(wallet)} its first ${study.nativeSymbol}${amount}.`,
      }),
    ]
  })
}

/** How the first coins came to be known, where the rows say. */
function foundBy(rows: readonly Funding[]): string {
  const means = [...new Set(rows.flatMap((row) => row.means ?? []))].sort(compareText)
  return means.length === 0 ? '' : `; found by ${means.join(' and ')}`
}

/** Whether a funder holds, held, received or sent this token. */
export function touchedToken({ memory, facts, flows, balances, firstBuys }: Study): ReadonlySet<string> {
  const funders = memory.keep(
    'funders',
    [facts.funding],
    () => new Set<string>(facts.funding.flatMap(({ funder }) => (funder === null ? [] : [funder]))),
  )
  const moved = memory.fold(
    'who moved the token',
    [],
    flows.transfers,
    () => new Set<string>(),
    (seen, { from, to }) => void seen.add(from).add(to),
  )
  return memory.keep<ReadonlySet<string>>('funders that touched the token', [funders, moved, balances, firstBuys], (before) =>
    steadySet(before, new Set([...funders].filter((funder) => balances.has(funder) || firstBuys.has(funder) || moved.has(funder)))),
  )
}

/** Two holders got their first coin from the same wallet; the closer in time, the stronger. */
export const sharedFirstFunder: ClusterRule = (study) => {
  const fan = fanOut(study)
  const children = new Map<string, Funding[]>()
  for (const wallet of study.holders) {
    const row = study.funding.get(wallet)
    if (row === undefined || row.funder === null || row.funder === wallet) continue
    if (!study.isHub(wallet) && !study.isHub(row.funder)) pushTo(children, row.funder, row)
  }
  return [...children]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([funder, rows]) => {
      const groups = study.equalPaid.get(funder) ?? []
      const found = neighbours(rows).map(([x, y]) => shared(study, funder, x, y, fan(funder), groups))
      for (const group of groups) {
        const members = rows.filter(({ wallet }) => group.has(wallet))
        found.push(...neighbours(members).map(([x, y]) => shared(study, funder, x, y, fan(funder), groups)))
      }
      return found
    })
}

/**
 * Pairs next to each other in time, and next but one: as connected, and as fragile, as all pairs would be,
 * because no two children are closer in time than those. Small groups give every pair.
 */
function neighbours(rows: readonly Funding[]): [Funding, Funding][] {
  const last = Number.MAX_SAFE_INTEGER
  const ordered = [...rows].sort((x, y) => (x.time ?? last) - (y.time ?? last) || compareText(x.wallet, y.wallet))
  const reach = ordered.length <= ALL_PAIRS_UP_TO ? ordered.length : 2
  return ordered.flatMap((x, i) => ordered.slice(i + 1, i + 1 + reach).map((y): [Funding, Funding] => [x, y]))
}
const ALL_PAIRS_UP_TO = 40

function shared(study: Study, funder: string, x: Funding, y: Funding, customers: number, groups: readonly ReadonlySet<string>[]): Evidence {
  const { funding } = study.rules
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
    sentence: `${shortAddress(funder)} gave both ${shortAddress(x.wallet)} and ${shortAddress(y.wallet)} their first ${study.nativeSymbol}, ${when}${equal}.`,
  })
}
