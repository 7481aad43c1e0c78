import type { ImportRecord } from '../../src-shared/contract/records/imports.ts'
import type { TokenSummary } from '../../src-shared/contract/records/local.ts'
import { countOf, formatCount } from './number.ts'

/** Where the facts of a token come from and how whole they are, in words. */

export function sourceWords(token: TokenSummary): string {
  return token.origin === 'import' ? 'Imported file' : 'Chain endpoint'
}

/** Whether what is stored of the token is the recorded data that came with the app: no later file and no node brought more. */
export function isSampleCase(token: TokenSummary, imports: readonly ImportRecord[]): boolean {
  const newest = imports.find(
    (file) => file.holders > 0 && file.tokens.some((each) => each.network === token.network && each.token_address === token.address),
  )
  return token.origin === 'import' && newest?.sample === true
}

/** Whether holders exist that are not stored. Where the count on chain is unknown, a file of the largest is taken as incomplete. */
export function holdersArePartial(token: TokenSummary): boolean {
  return token.holder_count === null ? token.origin === 'import' : token.holders_known < token.holder_count
}

/** "largest 150 of 12,400 holders only"; null when all are stored. */
export function partialWords(token: TokenSummary): string | null {
  if (!holdersArePartial(token)) return null
  const known = countOf(token.holders_known, 'holder')
  return token.holder_count === null
    ? `largest ${known} only`
    : `largest ${formatCount(token.holders_known)} of ${countOf(token.holder_count, 'holder')} only`
}
