import type { TradeRow } from './trade-rows.ts'
import type { ClassName, WalletClass } from './wallet-classes.ts'

export type SideChoice = 'all' | 'buy' | 'sell'

/** What the tape lets through. */
export interface TradeFilter {
  readonly side: SideChoice
  /** Least value: dollars or token units, as `in` says; null lets all through. */
  readonly least: number | null
  readonly in: 'usd' | 'amount'
  /** Part of a wallet, venue, pool or transaction. */
  readonly text: string
  /** Venues left out. */
  readonly without: ReadonlySet<string>
  /** Only wallets of these classes; empty lets all through. */
  readonly classes: ReadonlySet<ClassName>
}

export const NO_FILTER: TradeFilter = { side: 'all', least: null, in: 'usd', text: '', without: new Set(), classes: new Set() }

export const isOpen = ({ side, least, text, without, classes }: TradeFilter): boolean =>
  side === 'all' && least === null && text.trim() === '' && without.size === 0 && classes.size === 0

export type Passes = (row: TradeRow) => boolean

/** What a row must be to pass; null lets all through. A trade without a known value passes no least value in dollars. */
export function passesOf(filter: TradeFilter, classOf: ReadonlyMap<string, WalletClass>): Passes | null {
  if (isOpen(filter)) return null
  const text = filter.text.trim()
  // Asked of a hundred thousand rows with every letter typed: an expression makes no new strings.
  const wanted = text === '' ? null : new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i')
  return (row) => {
    if (filter.side !== 'all' && row.side !== filter.side) return false
    if (filter.least !== null && ((filter.in === 'usd' ? row.usd : row.amount) ?? -1) < filter.least) return false
    if (filter.without.has(row.dex)) return false
    if (filter.classes.size > 0 && !filter.classes.has(classOf.get(row.signer)?.name as ClassName)) return false
    return wanted === null || wanted.test(row.signer) || wanted.test(row.dex) || wanted.test(row.tx) || (row.pool !== null && wanted.test(row.pool))
  }
}

/** A number as a person types it: "1,000", "2.5k", "1m"; null for nothing, undefined for what is no number. */
export function readAmount(text: string): number | null | undefined {
  const clean = text.trim().replaceAll(',', '').toLowerCase()
  if (clean === '') return null
  const found = /^(\d+(?:\.\d*)?|\.\d+)([kmb]?)$/.exec(clean)
  if (found === null) return undefined
  return Number(found[1]) * (SUFFIXES[found[2] ?? ''] ?? 1)
}

const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }
