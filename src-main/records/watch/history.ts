import { countsInCluster, NOT_IN_POPULATION } from '../../../src-shared/domain/labels.ts'
import type { SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { listsAllHolders } from '../../../src-shared/domain/snapshot-diff.ts'
import type { FirstRead } from '../../../src-shared/domain/token.ts'
import type { Shares } from '../../../src-shared/domain/watch.ts'
import type { ActiveRule, PastValues, WatchMatch } from '../../../src-shared/domain/watch-moment.ts'
import type { Findings } from '../../detectors/findings.ts'
import { creatorWallets } from '../overview.ts'
import { evaluateRules } from './evaluate.ts'
import { OUTFLOW_SECONDS, readWatchFacts, type ListedRole, type WatchFacts, type Withdrawal } from './facts.ts'

/**
 * What a rule would have reported since a time. Shares, roles, ranks and the members of clusters come from the stored snapshots. Sales, transfers
 * and trades are the stored ones.
 */

/** @param snapshots oldest first, including the last one before `from` */
export function replayRule(
  findings: Findings,
  firstRead: FirstRead | null,
  rule: ActiveRule,
  { from, snapshots }: { readonly from: number; readonly snapshots: readonly SnapshotRecord[] },
): WatchMatch[] {
  const today = readWatchFacts(findings, firstRead, 0)
  if (today === null) return []
  const reports = isOfMoments(rule)
    ? replaySnapshots(today, creatorWallets(findings), rule, snapshots)
    : replayBlocks(findings, today, rule, { from, snapshots })
  return reports.filter(({ at }) => at >= from)
}

const isOfMoments = ({ condition }: Pick<ActiveRule, 'condition'>): boolean =>
  condition.kind === 'share_crosses' || condition.kind === 'share_moves' || condition.kind === 'sells_out' || condition.kind === 'top_holder_enters'

export const needsSnapshots = (rule: Pick<ActiveRule, 'condition' | 'wallets'>): boolean =>
  isOfMoments(rule) || (rule.condition.kind === 'holder_sells' && rule.wallets === null)

function replaySnapshots(today: WatchFacts, dev: readonly string[], rule: ActiveRule, snapshots: readonly SnapshotRecord[]): WatchMatch[] {
  const past: PastValues[] = []
  let before: WatchFacts | null = null
  const reports: WatchMatch[] = []
  for (const snapshot of snapshots) {
    const now = factsAt(snapshot, today, dev)
    if (before !== null) reports.push(...evaluateRules([rule], { moment: before, past }, now))
    past.push({ time: now.time, ...now.values })
    before = now
  }
  return reports
}

/** Snapshots store percentages, which stand in for raw amounts at this scale. */
const RAW_PER_PERCENT = 1e12

/**
 * The facts of a snapshot. A listed wallet missing from it counts as empty only if the snapshot has every holder.
 *
 * @param dev the wallets whose balances are the creator's
 */
function factsAt(snapshot: SnapshotRecord, today: WatchFacts, dev: readonly string[]): WatchFacts {
  const holders = snapshot.nodes.filter((node) => node.is_holder)
  const complete = listsAllHolders(snapshot)
  const held = new Map(holders.map(({ address, percentage }) => [address, percentage]))
  const free = holders.filter(({ tags }) => !tags.some((tag) => NOT_IN_POPULATION.has(tag))).sort((a, b) => b.percentage - a.percentage)
  const raw = (address: string): bigint => BigInt(Math.round((held.get(address) ?? 0) * RAW_PER_PERCENT))
  const clustered = membersByCluster(snapshot)
  const sum = (rows: readonly { readonly percentage: number }[]): number => rows.reduce((total, { percentage }) => total + percentage, 0)
  const heldBy = (wallets: readonly string[]): number | null => {
    if (wallets.length === 0 || (!complete && wallets.some((address) => !held.has(address)))) return null
    return wallets.reduce((total, address) => total + (held.get(address) ?? 0), 0)
  }
  const ofRole = (role: ListedRole): number | null => heldBy(today.listed.flatMap((row) => (row.role === role ? [row.address] : [])))
  const { shares } = today.values
  const known = (name: keyof Shares, value: () => number | null): number | null => (shares[name] === null ? null : value())
  return {
    ...today,
    block: snapshot.timestamp,
    time: snapshot.timestamp,
    complete,
    values: {
      shares: {
        cluster: known('cluster', () => sum([...clustered.values()].flat())),
        top10: known('top10', () => sum(free.slice(0, 10))),
        snipers: known('snipers', () => ofRole('sniper')),
        bundlers: known('bundlers', () => ofRole('bundler')),
        insiders: known('insiders', () => ofRole('insider')),
        dev: known('dev', () => heldBy(dev)),
      },
      clusters: Object.fromEntries([...clustered].map(([id, rows]) => [String(id), sum(rows)])),
    },
    top: today.top === null ? null : free.map(({ address }) => address),
    roles: today.listed.flatMap(({ address, role }) =>
      role === 'bundler' || !held.has(address) ? [] : [{ address, role, raw: String(raw(address)) }],
    ),
    ...{ outflows: [], trades: [], withdrawals: [], raw },
    percent: (amount) => Number(amount) / RAW_PER_PERCENT,
  }
}

function membersByCluster({ nodes }: SnapshotRecord): Map<number | null, SnapshotNode[]> {
  return Map.groupBy(
    nodes.filter((node) => node.cluster !== null && countsInCluster(node)),
    ({ cluster }) => cluster,
  )
}

/** A wallet that sold out is in no cluster any more. So the members at a time are those of the last snapshot before it, or else of the first one. */
function clustersOverTime(snapshots: readonly SnapshotRecord[], today: WatchFacts): (time: number) => WatchFacts['clusters'] {
  const lists = snapshots.map((snapshot) => ({
    timestamp: snapshot.timestamp,
    clusters: [...membersByCluster(snapshot)].flatMap(([id, rows]) => (id === null ? [] : [{ id, members: rows.map(({ address }) => address) }])),
  }))
  return (time) => (lists.findLast(({ timestamp }) => timestamp < time) ?? lists[0])?.clusters ?? today.clusters
}

/** Replays hour by hour, the window within which sales are added up. */
function replayBlocks(
  findings: Findings,
  today: WatchFacts,
  rule: ActiveRule,
  { from, snapshots }: { readonly from: number; readonly snapshots: readonly SnapshotRecord[] },
): WatchMatch[] {
  const hourOf = ({ time }: { readonly time: number }): number => Math.floor(time / OUTFLOW_SECONDS)
  const byHour = <T extends { readonly time: number }>(rows: readonly T[]): Map<number, T[]> =>
    Map.groupBy(
      rows.filter(({ time }) => time > from - OUTFLOW_SECONDS),
      hourOf,
    )
  const [outflows, trades, withdrawals] = [byHour(today.outflows), byHour(today.trades), byHour(today.withdrawals)]
  const pools = poolsBefore(findings, today, withdrawals)
  const clustersAt = clustersOverTime(snapshots, today)
  return [...new Set([...outflows.keys(), ...trades.keys(), ...withdrawals.keys()])]
    .toSorted((a, b) => a - b)
    .flatMap((hour) => {
      // Sales before and after the full hour are added up too.
      const earlier = outflows.get(hour - 1) ?? []
      const rows = {
        outflows: [...earlier, ...(outflows.get(hour) ?? [])],
        trades: trades.get(hour) ?? [],
        withdrawals: withdrawals.get(hour) ?? [],
      }
      const block = earlier.reduce((newest, row) => Math.max(newest, row.block), -1)
      const clusters = clustersAt(outflows.get(hour)?.[0]?.time ?? hour * OUTFLOW_SECONDS)
      const moment = { ...today, block, clusters, pools: pools.get(hour) ?? {} }
      return evaluateRules([rule], { moment, past: [] }, { ...today, ...rows })
    })
}

/** The balances of pools before the first withdrawal of each hour: the current balances with later movements undone. */
function poolsBefore(
  { index: { flows } }: Findings,
  { raw }: WatchFacts,
  withdrawals: ReadonlyMap<number, readonly Withdrawal[]>,
): Map<number, Record<string, string>> {
  const held = new Map([...flows.pools].map((pool) => [pool, raw(pool)]))
  const move = (pool: string, by: bigint): void => {
    const before = held.get(pool)
    if (before !== undefined) held.set(pool, before + by)
  }
  let next = flows.transfers.length - 1
  return new Map(
    [...withdrawals]
      .toSorted(([a], [b]) => b - a)
      .map(([hour, rows]) => {
        const first = Math.min(...rows.map(({ block }) => block))
        for (let row = flows.transfers[next]; row !== undefined && row.position.block >= first; row = flows.transfers[--next]) {
          move(row.from, row.raw)
          move(row.to, -row.raw)
        }
        return [hour, Object.fromEntries([...held].map(([pool, amount]) => [pool, String(amount > 0n ? amount : 0n)]))]
      }),
  )
}
