import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '../../src-client/client.ts'
import { useClient } from './service.tsx'
import { callQuery } from './call-query.ts'

/** Queries about cases. */

/** Shows changes made in another window or on the command line. */
const POLL_MS = 10_000

export const casesQuery = (client: Client) => queryOptions({ ...callQuery(client, ['cases'], 'cases', {}), refetchInterval: POLL_MS })

export const caseQuery = (client: Client, id: string) =>
  queryOptions({
    ...callQuery(client, ['case', id], 'openCase', { params: { id } }),
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
    ...callQuery(client, ['case-search', id, text], 'searchCases', { query: { q: text, limit: SEARCH_HITS, ...(id === null ? {} : { case: id }) } }),
    enabled: text.length >= SEARCH_CHARS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const caseSharingQuery = (client: Client, id: string) => callQuery(client, ['case-sharing', id], 'caseSharing', { params: { id } })

export const caseHistoryQuery = (client: Client, id: string, limit: number) =>
  callQuery(client, ['case-history', id, limit], 'caseHistory', { params: { id }, query: { limit } })
