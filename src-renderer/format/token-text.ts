import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { TokenSummary } from '../../src-shared/contract/records/local.ts'
import { countOf, formatCount } from './number.ts'

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

/** Whether some holders are not stored. If the on-chain count is unknown, an import is assumed to be incomplete. */
export function holdersArePartial(token: TokenSummary): boolean {
  return token.holder_count === null ? token.origin === 'import' || token.holders_seen : token.holders_known < token.holder_count
}

/** "largest 150 of 12,400 holders only"; null if all are stored. */
export function partialText(token: TokenSummary): string | null {
  if (!holdersArePartial(token)) return null
  const known = countOf(token.holders_known, 'holder')
  if (token.holders_seen) return `${known} seen so far`
  return token.holder_count === null
    ? `largest ${known} only`
    : `largest ${formatCount(token.holders_known)} of ${countOf(token.holder_count, 'holder')} only`
}
