import { useQuery } from '@tanstack/react-query'
import { distinctSymbol } from '../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { tokensQuery } from './service-queries.ts'
import { useClient } from './service.tsx'

/** Symbols of stored tokens, with the address if another one of the network has the same; null for other tokens, and until the stored ones are loaded. */
export function useTokenSymbols(): (network: NetworkId, address: string) => string | null {
  const tokens = useQuery(tokensQuery(useClient())).data?.value.tokens
  return (network, address) => {
    const ofNetwork = tokens?.filter((token) => token.network === network) ?? []
    return (ofNetwork.find((token) => token.address === address)?.symbol ?? null) === null ? null : distinctSymbol(ofNetwork, address)
  }
}
