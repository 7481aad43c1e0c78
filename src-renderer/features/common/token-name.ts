import { shortAddress } from '../../format/address.ts'

interface Named {
  readonly address: string
  readonly symbol: string | null
}

/** The symbol of a token, with its address if another token in the list has the same symbol. */
export function tokenName(tokens: readonly Named[], address: string): string {
  const symbol = tokens.find((token) => token.address === address)?.symbol ?? null
  if (symbol === null) return shortAddress(address)
  return tokens.filter((token) => token.symbol === symbol).length > 1 ? `${symbol} ${shortAddress(address)}` : symbol
}
