import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '../../src-client/client.ts'
import { useClient } from './service.tsx'

/** Queries about cases. */

/** Shows changes made in another window or on the command line. */
const POLL_MS = 10_000

export const casesQuery = (client: Client) =>
  queryOptions({ queryKey: ['cases'] as const, queryFn: ({ signal }) => client.call('cases', {}, { signal }), refetchInterval: POLL_MS })

export const caseQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['case', id] as const,
    queryFn: ({ signal }) => client.call('openCase', { params: { id } }, { signal }),
    // It may be large. The list shows when a newer revision exists.
    staleTime: Infinity,
  })

/** A case that follows changes made elsewhere; null loads none. */
export function useCase(id: string | null) {
  const client = useClient()
  const queries = useQueryClient()
  const query = useQuery({ ...caseQuery(client, id ?? ''), enabled: id !== null })
  const list = useQuery({ ...casesQuery(client), enabled: id !== null })
  const shown = query.data?.value.revision
  const newest = list.data?.value.cases.find((each) => each.id === id)?.revision
  useEffect(() => {
    if (id === null || shown === undefined || newest === undefined || newest <= shown) return
    void queries.refetchQueries({ queryKey: caseQuery(client, id).queryKey }, { cancelRefetch: false })
    void queries.invalidateQueries({ queryKey: ['case-history', id] })
  }, [client, id, newest, queries, shown])
  return query
}

/** Shorter words find too much to be useful while typing. */
export const SEARCH_CHARS = 3
const SEARCH_HITS = 30

/** Parts that contain every word, of one case or of all cases for null. */
export const caseSearchQuery = (client: Client, text: string, id: string | null) =>
  queryOptions({
    queryKey: ['case-search', id, text] as const,
    queryFn: ({ signal }) => client.call('searchCases', { query: { q: text, limit: SEARCH_HITS, ...(id === null ? {} : { case: id }) } }, { signal }),
    enabled: text.length >= SEARCH_CHARS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const caseSharingQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['case-sharing', id] as const,
    queryFn: ({ signal }) => client.call('caseSharing', { params: { id } }, { signal }),
  })

export const caseHistoryQuery = (client: Client, id: string, limit: number) =>
  queryOptions({
    queryKey: ['case-history', id, limit] as const,
    queryFn: ({ signal }) => client.call('caseHistory', { params: { id }, query: { limit } }, { signal }),
  })
