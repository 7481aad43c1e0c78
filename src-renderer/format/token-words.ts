import type { TokenSummary } from '../../src-shared/contract/records/local.ts'
import { countOf, formatCount } from './number.ts'

/** Where the facts of a token come from and how whole they are, in words. */

export function sourceWords(token: TokenSummary): string {
  return token.origin === 'import' ? 'Imported file' : 'Chain endpoint'
}

/** The recorded states that come with the app (resources/sample), by token and moment. */
const SAMPLES: ReadonlySet<string> = new Set([
  'sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82 1743986234',
  'sol C29ebrgYjYoJPMGPnPSGY1q3mMGk4iDSqnQeQQA7moon 1745508144',
])

/** Whether this is recorded data that came with the app; a later state of the same token is not. */
export function isSampleCase(token: TokenSummary): boolean {
  return token.origin === 'import' && SAMPLES.has(`${token.network} ${token.address} ${token.as_of}`)
}

/** Whether holders exist that are not stored. Where the count on chain is unknown, a file of the largest is taken as incomplete. */
export function holdersArePartial(token: TokenSummary): boolean {
  return token.holder_count === null ? token.origin === 'import' : token.holders_known < token.holder_count
}

/** "largest 150 of 12,400 holders only"; null when all are stored. */
export function partialWords(token: TokenSummary): string | null {
  if (!holdersArePartial(token)) return null
  const known = countOf(token.holders_known, 'holder')
  return token.holder_count === null ? `largest ${known} only` : `largest ${formatCount(token.holders_known)} of ${countOf(token.holder_count, 'holder')} only`
}
