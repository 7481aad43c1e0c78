import type { NetworkId } from '../../src-shared/networks.ts'

/** A token as it appears in the URL. */
export interface TokenRef {
  readonly network: NetworkId
  readonly address: string
}

/** Path parameters of a token's routes. */
export const tokenParams = (token: TokenRef) => ({ network: token.network, token_address: token.address })
