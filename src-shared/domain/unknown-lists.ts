import type { TokenSummary } from '../contract/records/local.ts'

export type EarlyList = 'snipers' | 'bundlers' | 'insiders' | 'dev'

/** Why an empty list of early wallets says nothing about the token; null where it says that there are none. */
export function unknownBecause(list: EarlyList, token: Pick<TokenSummary, 'creator' | 'trades' | 'origin'>): string | null {
  if (list === 'insiders' || list === 'dev') return token.creator === null ? 'The creator of this token is not known from what is stored.' : null
  if (token.trades === 0) return 'No trades of this token are stored, so nobody can tell who bought first or together.'
  return token.origin === 'import' ? 'The stored trades come from files and need not begin at the token’s birth.' : null
}
