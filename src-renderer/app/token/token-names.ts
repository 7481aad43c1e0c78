import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { shortAddress } from '../../format/address.ts'
import type { TokenNamer } from '../../format/token-name.ts'
import { KNOWN_SYMBOLS } from './known-symbols.data.ts'

/** @param onChain symbols by address, as reported by the token contracts */
export function createTokenNamer(network: NetworkId, onChain: ReadonlyMap<string, string>): TokenNamer {
  const listed = new Map(Object.entries(KNOWN_SYMBOLS[network]))
  return (address) => {
    const known = address === 'native' ? NETWORKS[network].native.symbol : listed.get(address)
    if (known !== undefined) return { name: known, by: 'listed' }
    const own = onChain.get(address)
    return own === undefined ? { name: shortAddress(address), by: 'address' } : { name: own, by: 'onchain' }
  }
}

const NO_SYMBOLS: ReadonlyMap<string, string> = new Map()

/** Names of tokens: from the bundled list, the open snapshot and stored tokens. @param symbols those of the open snapshot by address */
export function useTokenNames(network: NetworkId, symbols: ReadonlyMap<string, string> = NO_SYMBOLS): TokenNamer {
  const { data } = useQuery(tokensQuery(useClient()))
  const stored = data?.value.tokens
  return useMemo(() => {
    const read = (stored ?? []).flatMap((each) => (each.network === network && each.symbol !== null ? [[each.address, each.symbol] as const] : []))
    return createTokenNamer(network, new Map([...symbols, ...read]))
  }, [network, symbols, stored])
}
