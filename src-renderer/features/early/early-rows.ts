import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { LIFE_LINES_MAX } from '../../../src-shared/contract/routes.ts'
import { REASON_WORDS, STATUS_WORDS, type BundleReason, type EarlyKind, type SniperStatus } from './early-words.ts'

/** A wallet on one of the three lists, with what each list knows of it. */
export interface EarlyRow {
  readonly address: string
  readonly label: string | null
  readonly percentage: number
  readonly balance: number
  readonly sniper: EarlyRecord['snipers'][number] | null
  readonly bundler: EarlyRecord['bundlers'][number] | null
  readonly insider: EarlyRecord['insiders'][number] | null
  /** The wallets whose lives are asked for in one call with this one's. */
  readonly group: readonly string[]
}

const EMPTY = { sniper: null, bundler: null, insider: null }

export function rowsOf(record: EarlyRecord, kind: EarlyKind): EarlyRow[] {
  const groups = groupsOf(record[kind].map(({ address }) => address))
  const base = ({ address, label, percentage, balance }: EarlyRecord['snipers' | 'bundlers' | 'insiders'][number], at: number) => ({
    address,
    label,
    percentage,
    balance,
    ...EMPTY,
    group: groups[Math.floor(at / LIFE_LINES_MAX)] ?? [address],
  })
  switch (kind) {
    case 'snipers':
      return record.snipers.map((sniper, at) => ({ ...base(sniper, at), sniper }))
    case 'bundlers':
      return record.bundlers.map((bundler, at) => ({
        ...base(bundler, at),
        bundler: { ...bundler, group: isBundle(record, bundler.group) ? bundler.group : null },
      }))
    case 'insiders':
      return record.insiders.map((insider, at) => ({ ...base(insider, at), insider }))
  }
}

/** A wallet that stands alone in its group is part of no bundle. */
const isBundle = ({ groups }: EarlyRecord, id: number | null): boolean => groups.some((group) => group.id === id && group.wallets.length > 1)

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
