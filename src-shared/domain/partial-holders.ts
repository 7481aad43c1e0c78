import { countOf, grouped } from './shown.ts'

/** Whether only some of the holders are known. If their number on the chain is unknown, some may be missing. */
export const lacksHolders = (known: number, total: number | null): boolean => total === null || known < total

/** "largest 150 of 12,400 holders only"; null if all are known. */
export function partialHoldersText(known: number, total: number | null): string | null {
  if (!lacksHolders(known, total)) return null
  return total === null ? `largest ${countOf(known, 'holder')} only` : `largest ${grouped(known)} of ${countOf(total, 'holder')} only`
}

export const LARGEST_ONLY = 'Only the largest holders were read, and this wallet is not one of them.'

/** What is stored about the holders of a token. */
export interface StoredHolders {
  readonly holders_known: number
  readonly holder_count: number | null
  /** The holders are the first ones seen, which include everyone who is on a list (docs/chains.md#preview). */
  readonly holders_seen: boolean
}

/** Whether a wallet without a stored balance may hold some, because only the largest holders are stored. */
export const mayHoldUnread = ({ holders_known: known, holder_count: total, holders_seen: seen }: StoredHolders): boolean =>
  !seen && lacksHolders(known, total)
