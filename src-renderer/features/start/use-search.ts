import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useClient } from '../../api/service.tsx'
import { addressKindsQuery, tokensQuery } from '../../api/service-queries.ts'
import { searchTokens, withKinds, type SearchResult } from './search-tokens.ts'

/** Resolves search text, with the kinds that the endpoints report for an address. */
export function useSearch(text: string): SearchResult & { readonly isLoading: boolean } {
  const client = useClient()
  const { data, isPending } = useQuery(tokensQuery(client))
  const address = useDeferredValue(text.trim())
  const kinds = useQuery(addressKindsQuery(client, address)).data?.value.networks
  const found = searchTokens(text, data?.value.tokens ?? [])
  return { ...(address === text.trim() && kinds !== undefined ? withKinds(found, kinds) : found), isLoading: isPending }
}
