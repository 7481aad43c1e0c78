import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { LIFE_LINES_MAX } from '../../../src-shared/contract/routes.ts'
import type { HeldThen } from '../../api/held-then.ts'
import { REASON_WORDS, STATUS_WORDS, type BundleReason, type EarlyKind, type SniperStatus } from './early-words.ts'

/** A wallet on one of the three lists, with what each list knows of it. */
export interface EarlyRow {
  readonly address: string
  readonly label: string | null
  /** Percent of total supply; null where an open snapshot does not list the wallet. */
  readonly percentage: number | null
  readonly balance: number | null
  readonly sniper: Sniper | null
  readonly bundler: Bundler | null
  readonly insider: EarlyRecord['insiders'][number] | null
  /** The wallets whose lives are asked for in one call with this one's. */
  readonly group: readonly string[]
}

interface Sniper extends Pick<EarlyRecord['snipers'][number], 'first_buy' | 'tipped' | 'status'> {
  /** What it has of what it held right after the window, in percent; null where that is not known. */
  readonly kept: number | null
}

interface Bundler extends Omit<EarlyRecord['bundlers'][number], 'group'> {
  /** Ids of the bundles that it is part of. One that bought alone is part of none. */
  readonly bundles: readonly number[]
}

/** The moment of a snapshot: when it was, in Unix seconds, and what it says that a wallet held. */
export interface MomentThen {
  readonly time: number
  readonly held: HeldThen
}

const EMPTY = { sniper: null, bundler: null, insider: null }

/** The rows of one list: with what they hold now, or with what they held at the moment of a snapshot. */
export function rowsOf(record: EarlyRecord, kind: EarlyKind, then: MomentThen | null): EarlyRow[] {
  const groups = groupsOf(record[kind].map(({ address }) => address))
  const base = (entry: EarlyRecord['snipers' | 'bundlers' | 'insiders'][number], at: number) => {
    const { address, label } = entry
    const { percentage = null, balance = null } = (then === null ? entry : then.held(address)) ?? {}
    return { address, label, percentage, balance, ...EMPTY, group: groups[Math.floor(at / LIFE_LINES_MAX)] ?? [address] }
  }
  switch (kind) {
    case 'snipers':
      return record.snipers.map((sniper, at) => {
        const row = base(sniper, at)
        return { ...row, sniper: sniperOf(sniper, row.balance, then) }
      })
    case 'bundlers':
      return record.bundlers.map((bundler, at) => ({ ...base(bundler, at), bundler: { ...bundler, bundles: bundlesWith(record, bundler.address) } }))
    case 'insiders':
      return record.insiders.map((insider, at) => ({ ...base(insider, at), insider }))
  }
}

function sniperOf(sniper: EarlyRecord['snipers'][number], balance: number | null, then: MomentThen | null): Sniper {
  const { first_buy, tipped, baseline } = sniper
  const isBought = then === null || (first_buy.time !== null && first_buy.time <= then.time)
  const known = isBought ? balance : null
  return {
    first_buy,
    tipped,
    status: then === null ? sniper.status : known === null ? [] : [statusOf(known, baseline)],
    kept: known === null || baseline <= 0 ? null : (known / baseline) * 100,
  }
}

/** As contract.md §9 compares: the balance with the one right after the last buy inside the window. */
function statusOf(balance: number, baseline: number): SniperStatus {
  if (balance === 0) return 'sold_fully'
  if (balance === baseline) return 'held'
  return balance < baseline ? 'sold_partially' : 'bought_more'
}

const bundlesWith = ({ groups }: EarlyRecord, wallet: string): number[] =>
  groups.filter(({ wallets }) => wallets.length > 1 && wallets.includes(wallet)).map(({ id }) => id)

function groupsOf(addresses: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(addresses.length / LIFE_LINES_MAX) }, (_, at) =>
    addresses.slice(at * LIFE_LINES_MAX, (at + 1) * LIFE_LINES_MAX),
  )
}

/** Rows whose address, label, reason or status has every word. */
export function filterEarly(rows: readonly EarlyRow[], text: string): readonly EarlyRow[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => hayOf(row).includes(word)))
}

function hayOf(row: EarlyRow): string {
  const reasons = (row.bundler?.reasons ?? []).map((reason: BundleReason) => REASON_WORDS[reason].word)
  const statuses = (row.sniper?.status ?? []).map((status: SniperStatus) => STATUS_WORDS[status].word)
  const rules = (row.insider?.rules ?? []).map(({ rule, sentence }) => `${rule} ${sentence}`)
  return [row.address, row.label ?? '', ...reasons, ...statuses, ...rules].join(' ').toLowerCase()
}
