import type { TradeRow } from '../tape/trade-rows.ts'
import type { Role, WalletRole } from '../wallet-roles.ts'

export type SideChoice = 'all' | 'buy' | 'sell'

/** Filter of the trades. */
export interface TradeFilter {
  readonly side: SideChoice
  /** Minimum value in `minimumIn` units; null means no minimum. */
  readonly minimum: number | null
  readonly minimumIn: 'usd' | 'amount'
  /** Part of a wallet, venue, pool or transaction. */
  readonly text: string
  readonly excludedVenues: ReadonlySet<string>
  /** Only wallets with these roles; empty means all. */
  readonly roles: ReadonlySet<Role>
}

export const NO_FILTER: TradeFilter = { side: 'all', minimum: null, minimumIn: 'usd', text: '', excludedVenues: new Set(), roles: new Set() }

export const isEmptyFilter = ({ side, minimum, text, excludedVenues, roles }: TradeFilter): boolean =>
  side === 'all' && minimum === null && text.trim() === '' && excludedVenues.size === 0 && roles.size === 0

export type TradePredicate = (row: TradeRow) => boolean

/** Predicate of a filter; null if it is empty. A trade without a USD value fails a minimum in USD. */
export function createPredicate(filter: TradeFilter, roleOf: ReadonlyMap<string, WalletRole>): TradePredicate | null {
  if (isEmptyFilter(filter)) return null
  const text = filter.text.trim()
  // Runs over 100,000 rows per keystroke: a RegExp allocates no strings.
  const wanted = text === '' ? null : new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i')
  return (row) => {
    if (filter.side !== 'all' && row.side !== filter.side) return false
    if (filter.minimum !== null && ((filter.minimumIn === 'usd' ? row.usd : row.amount) ?? -1) < filter.minimum) return false
    if (filter.excludedVenues.has(row.dex)) return false
    if (filter.roles.size > 0 && !filter.roles.has(roleOf.get(row.signer)?.name as Role)) return false
    return wanted === null || wanted.test(row.signer) || wanted.test(row.dex) || wanted.test(row.tx) || (row.pool !== null && wanted.test(row.pool))
  }
}

/** Parses "1,000", "2.5k", "1m"; null for empty text, undefined for invalid text. */
export function parseAmount(text: string): number | null | undefined {
  const clean = text.trim().replaceAll(',', '').toLowerCase()
  if (clean === '') return null
  const found = /^(\d+(?:\.\d*)?|\.\d+)([kmb]?)$/.exec(clean)
  if (found === null) return undefined
  return Number(found[1]) * (SUFFIXES[found[2] ?? ''] ?? 1)
}

const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }
