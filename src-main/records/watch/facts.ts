import { NOT_IN_POPULATION } from '../../../src-shared/domain/labels.ts'
import type { FirstRead } from '../../../src-shared/domain/token.ts'
import type { WatchedRole, WatchedShare } from '../../../src-shared/domain/watch-lists.ts'
import type { Shares } from '../../../src-shared/domain/watch.ts'
import type { WatchMoment } from '../../../src-shared/domain/watch-moment.ts'
import type { Findings } from '../../detectors/findings.ts'
import { sliceBlocks } from '../../detectors/math/order.ts'
import { completenessOf, type UnknownList } from '../completeness.ts'
import { measures } from '../measures.ts'
import { tokenRecords } from '../token-records.ts'

/** A sale, or a transfer outside of trades. */
export interface Outflow {
  readonly wallet: string
  /** Receiver of a transfer; null for a sale. */
  readonly to: string | null
  readonly raw: bigint
  readonly tx: string
  readonly block: number
  readonly time: number
}

export interface WatchedTrade {
  readonly wallet: string
  readonly isBuy: boolean
  readonly raw: bigint
  readonly tx: string
  readonly block: number
  readonly time: number
}

/** Tokens that left a pool in a transaction without a trade. */
export interface Withdrawal extends Omit<Outflow, 'to'> {
  readonly pool: string
}

export type ListedRole = WatchedRole | 'bundler'

/** The input of watch rules: the state of a token at one moment, and the events of the blocks before it. */
export interface WatchFacts extends WatchMoment {
  readonly symbol: string
  /** Whether every holder is stored, so a missing balance means zero. */
  readonly complete: boolean
  /** Every listed wallet, whatever it holds. */
  readonly listed: readonly { readonly address: string; readonly role: ListedRole }[]
  /** From the new blocks and the hour before them, at least from the last hour. */
  readonly outflows: readonly Outflow[]
  /** From the new blocks only, like withdrawals. */
  readonly trades: readonly WatchedTrade[]
  readonly withdrawals: readonly Withdrawal[]
  percent(raw: bigint): number
  units(raw: bigint): number
  raw(address: string): bigint
}

/** Outflows within this window are added up, so many small sales count as one. */
export const OUTFLOW_SECONDS = 3_600
const TOP_MAX = 100
const SHARE_LISTS: Readonly<Record<WatchedShare, UnknownList>> = {
  cluster: 'clusters',
  top10: 'top10',
  snipers: 'snipers',
  bundlers: 'bundlers',
  insiders: 'insiders',
  dev: 'dev',
}

/** @param since the last evaluated block; null for none, and then no block is new */
export function readWatchFacts(findings: Findings, firstRead: FirstRead | null, since: number | null): WatchFacts | null {
  const { facts, index, labels } = findings
  const { block, time } = facts.asOf
  if (block === null) return null
  const { percent, units, raw } = measures(findings)
  // Of a supply of zero, which the code of a token may report at any time, nothing has a share.
  const unknown = new Set(facts.token.totalSupply === 0n ? Object.values(SHARE_LISTS) : completenessOf(findings, firstRead).unknown)
  const isInPopulation = (address: string): boolean => !labels.tags(address).some((tag) => NOT_IN_POPULATION.has(tag))
  const from = (since ?? block) + 1
  const listed = listedWallets(findings)
  const { outflows, trades, withdrawals } = movements(findings, from, block, time)
  return {
    block,
    time,
    symbol: facts.token.symbol ?? facts.token.address,
    complete: facts.complete,
    values: {
      shares: readShares(findings, firstRead, unknown),
      clusters: unknown.has('clusters') ? {} : Object.fromEntries(findings.clusters.clusters.map(({ id, raw: held }) => [String(id), percent(held)])),
    },
    top: unknown.has('top10') ? null : firstOf(index.balances.ranked, TOP_MAX, isInPopulation),
    listed,
    roles: listed.flatMap(({ address, role }) => {
      const held = raw(address)
      return role === 'bundler' || held === 0n ? [] : [{ address, role, raw: held.toString() }]
    }),
    pools: Object.fromEntries(
      [...index.flows.pools].map((pool): [string, string] => [pool, raw(pool).toString()]).filter(([, held]) => held !== '0'),
    ),
    clusters: unknown.has('clusters') ? [] : findings.clusters.clusters.map(({ id, members }) => ({ id, members })),
    ...{ outflows, trades, withdrawals, percent, units, raw },
  }
}

function readShares(findings: Findings, firstRead: FirstRead | null, unknown: ReadonlySet<UnknownList>): Shares {
  const { localOverview } = tokenRecords(findings, () => [], firstRead)
  const share = (name: WatchedShare): number | null => (unknown.has(SHARE_LISTS[name]) ? null : localOverview[`${name}_pct`])
  return {
    cluster: share('cluster'),
    top10: share('top10'),
    snipers: share('snipers'),
    bundlers: share('bundlers'),
    insiders: share('insiders'),
    dev: share('dev'),
  }
}

function firstOf(ranked: readonly { readonly address: string }[], most: number, counts: (address: string) => boolean): string[] {
  const found: string[] = []
  for (const { address } of ranked) {
    if (found.length === most) break
    if (counts(address)) found.push(address)
  }
  return found
}

function listedWallets({ snipers, insiders, bundles, index }: Findings): WatchFacts['listed'] {
  return [
    ...snipers.map(({ address }) => ({ address, role: 'sniper' as const })),
    ...insiders.map(({ address }) => ({ address, role: 'insider' as const })),
    ...bundles.bundlers.map(({ address }) => ({ address, role: 'bundler' as const })),
    ...(index.creator === null ? [] : [{ address: index.creator, role: 'creator' as const }]),
  ]
}

/** Rows without a time get the time of the newest block. */
function movements({ index: { flows } }: Findings, from: number, to: number, now: number): Pick<WatchFacts, 'outflows' | 'trades' | 'withdrawals'> {
  const at = ({ time, tx, raw, position }: { time: number | null; tx: string; raw: bigint; position: { block: number } }) => ({
    time: time ?? now,
    tx,
    raw,
    block: position.block,
  })
  const recent = <T extends { readonly time: number | null; readonly position: { readonly block: number } }>(rows: readonly T[]): T[] => {
    const found: T[] = []
    let since = now - OUTFLOW_SECONDS
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]
      if (row === undefined || (row.position.block < from && (row.time ?? since) <= since)) break
      // New blocks may be hours old, for example those of the time when nothing was followed.
      if (row.position.block >= from) since = Math.min(since, (row.time ?? now) - OUTFLOW_SECONDS)
      if (row.position.block <= to) found.push(row)
    }
    return found.reverse()
  }
  const legs = sliceBlocks(flows.trades, from, to)
  const traded = new Set(legs.map(({ tx }) => tx))
  // In a pool whose trades are not decoded, every sale would look like a withdrawal.
  const readable = new Set(flows.trades.flatMap(({ pool }) => pool ?? []))
  return {
    outflows: [
      ...recent(flows.sells).map((sale) => ({ wallet: sale.wallet, to: null, ...at(sale) })),
      ...recent(flows.moves).map((move) => ({ wallet: move.from as string, to: move.to as string, ...at(move) })),
    ],
    trades: sliceBlocks(flows.swaps, from, to).map((swap) => ({ wallet: swap.wallet, isBuy: swap.isBuy, ...at(swap) })),
    withdrawals: sliceBlocks(flows.transfers, from, to).flatMap((row) =>
      readable.has(row.from) && !traded.has(row.tx) ? [{ pool: row.from, wallet: row.to, ...at(row) }] : [],
    ),
  }
}
