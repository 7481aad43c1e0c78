import { useQuery } from '@tanstack/react-query'
import type { NetworkId } from '../../src-shared/networks.ts'
import { tokensQuery } from './service-queries.ts'
import { useClient } from './service.tsx'

/** Symbols of stored tokens; null for other tokens, and until the stored ones are loaded. */
export function useTokenSymbols(): (network: NetworkId, address: string) => string | null {
  const tokens = useQuery(tokensQuery(useClient())).data?.value.tokens
  return (network, address) => tokens?.find((token) => token.network === network && token.address === address)?.symbol ?? null
}
