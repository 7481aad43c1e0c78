import type { TokenSummary } from '../contract/records/local.ts'

export type EarlyList = 'snipers' | 'bundlers' | 'insiders' | 'dev'

/**
 * Why an empty list of early wallets says nothing about the token; null where it says that there are none. `creatorCounts`: whether
 * the record of early wallets has a creator. A service that makes tokens for its customers is stored as one, and counted as none.
 */
export function unknownBecause(list: EarlyList, token: Pick<TokenSummary, 'creator' | 'trades' | 'origin'>, creatorCounts: boolean): string | null {
  if (list === 'insiders' || list === 'dev') {
    if (token.creator === null) return 'The creator of this token is not known from what is stored.'
    return creatorCounts ? null : 'This token was made through a service that many use: for whom is not known from what is stored.'
  }
  if (token.trades === 0) return 'No trades of this token are stored, so nobody can tell who bought first or together.'
  return token.origin === 'import' ? 'The stored trades come from files and need not begin at the token’s birth.' : null
}
