import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { TokenSummary } from '../../src-shared/contract/records/local.ts'
import { lacksHolders, partialHoldersText, type StoredHolders } from '../../src-shared/domain/partial-holders.ts'
import { countOf } from './number.ts'

/** Source and completeness of a token's data. */

export function sourceText(token: TokenSummary): string {
  return token.origin === 'import' ? 'Imported file' : 'Chain endpoint'
}

/** True if everything stored comes from the bundled sample files. */
export function isSampleCase(token: TokenSummary, imports: readonly ImportRecord[]): boolean {
  const newest = imports.find(
    (file) => file.holders > 0 && file.tokens.some((each) => each.network === token.network && each.token_address === token.address),
  )
  return token.origin === 'import' && newest?.sample === true
}

/** "largest 150 of 12,400 holders only"; null if all are stored. */
export function partialText({ holders_known: known, holder_count: total, holders_seen: seen }: StoredHolders): string | null {
  return seen && lacksHolders(known, total) ? `${countOf(known, 'holder')} seen so far` : partialHoldersText(known, total)
}
