import { LIFE_LINES_MAX } from '../../../src-shared/contract/limits.ts'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { bundleNumbers } from '../../../src-shared/domain/bundle-numbers.ts'
import type { ReadHolding } from '../../api/snapshot-holdings.ts'
import { REASON_TEXT, STATUS_TEXT, type BundleReason, type EarlyKind, type SniperStatus } from './early-text.ts'

/** A wallet on one of the lists, with the details of that list. */
export interface EarlyRow {
  readonly address: string
  readonly label: string | null
  /** Percent of total supply; null if the selected snapshot does not list the wallet, or if its balance may not have been read. */
  readonly percentage: number | null
  readonly balance: number | null
  readonly origin: EarlyRecord['insiders'][number]['origin']
  readonly sniper: Sniper | null
  readonly bundler: Bundler | null
  readonly insider: EarlyRecord['insiders'][number] | null
  /** Wallets whose life lines are requested in the same call. */
  readonly group: readonly string[]
}

interface Sniper extends Pick<EarlyRecord['snipers'][number], 'first_buy' | 'owner' | 'tipped' | 'status'> {
  /** Balance as percent of the balance right after the window; null if unknown. */
  readonly kept: number | null
}

interface Bundler extends Omit<EarlyRecord['bundlers'][number], 'group'> {
  /** Numbers of the wallet's bundles; empty if it bought alone. */
  readonly bundles: readonly number[]
}

/** Timestamp of a snapshot (Unix seconds) and its holdings. */
export interface SnapshotHoldings {
  readonly time: number
  readonly held: ReadHolding
  /** Smaller changes of a balance are none, as a share of it; null until the rules are loaded. */
  readonly tolerance: number | null
}

const EMPTY = { sniper: null, bundler: null, insider: null }

/**
 * Rows of one list, with current holdings or those of a snapshot.
 *
 * @param mayHold a wallet without a stored balance may hold some
 */
export function earlyRows(record: EarlyRecord, kind: EarlyKind, then: SnapshotHoldings | null, mayHold = false): EarlyRow[] {
  const groups = chunk(record[kind].map(({ address }) => address))
  const base = (entry: EarlyRecord['snipers' | 'bundlers' | 'insiders'][number], at: number) => {
    const { address, label, origin } = entry
    const now = mayHold && entry.balance === 0 ? null : entry
    const { percentage = null, balance = null } = (then === null ? now : then.held(address)) ?? {}
    return { address, label, percentage, balance, origin, ...EMPTY, group: groups[Math.floor(at / LIFE_LINES_MAX)] ?? [address] }
  }
  switch (kind) {
    case 'snipers':
      return record.snipers.map((sniper, at) => {
        const row = base(sniper, at)
        return { ...row, sniper: toSniper(sniper, row.balance, then) }
      })
    case 'bundlers': {
      const numbers = bundleNumbers(record.groups)
      return record.bundlers.map((bundler, at) => ({
        ...base(bundler, at),
        bundler: { ...bundler, bundles: bundlesOf(record, bundler.address, numbers) },
      }))
    }
    case 'insiders':
      return record.insiders.map((insider, at) => ({ ...base(insider, at), insider }))
  }
}

function toSniper(sniper: EarlyRecord['snipers'][number], balance: number | null, then: SnapshotHoldings | null): Sniper {
  const { first_buy, owner, tipped, baseline } = sniper
  const isBought = then === null || (first_buy.time !== null && first_buy.time <= then.time)
  const known = isBought ? balance : null
  return {
    first_buy,
    owner,
    tipped,
    status: then === null ? sniper.status : known === null || then.tolerance === null ? [] : [compareToBaseline(known, baseline, then.tolerance)],
    kept: known === null || baseline <= 0 ? null : (known / baseline) * 100,
  }
}

/** Compares with the balance right after the last buy inside the window, see docs/api/records.md#snipers. */
function compareToBaseline(balance: number, baseline: number, tolerance: number): SniperStatus {
  if (balance === 0) return 'sold_fully'
  if (balance === baseline || Math.abs(balance - baseline) < baseline * tolerance) return 'held'
  return balance < baseline ? 'sold_partially' : 'bought_more'
}

const bundlesOf = ({ groups }: EarlyRecord, wallet: string, numbers: ReadonlyMap<number, number>): number[] =>
  groups.flatMap(({ id, wallets }) => (wallets.includes(wallet) ? (numbers.get(id) ?? []) : []))

function chunk(addresses: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(addresses.length / LIFE_LINES_MAX) }, (_, at) =>
    addresses.slice(at * LIFE_LINES_MAX, (at + 1) * LIFE_LINES_MAX),
  )
}

/** Rows whose address, label, reason or status contains every word. */
export function filterEarly(rows: readonly EarlyRow[], text: string): readonly EarlyRow[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => searchText(row).includes(word)))
}

function searchText(row: EarlyRow): string {
  const reasons = (row.bundler?.reasons ?? []).map((reason: BundleReason) => REASON_TEXT[reason].label)
  const statuses = (row.sniper?.status ?? []).map((status: SniperStatus) => STATUS_TEXT[status].label)
  const rules = (row.insider?.rules ?? []).map(({ rule, sentence }) => `${rule} ${sentence}`)
  return [row.address, row.label ?? '', ...reasons, ...statuses, ...rules].join(' ').toLowerCase()
}
