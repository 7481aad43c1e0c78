import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'

/** Queries about cases. */

/** Shows what another window or the command line did. */
const POLL_MS = 10_000

export const casesQuery = (client: Client) =>
  queryOptions({ queryKey: ['cases'] as const, queryFn: ({ signal }) => client.call('cases', {}, { signal }), refetchInterval: POLL_MS })

export const caseQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['case', id] as const,
    queryFn: ({ signal }) => client.call('openCase', { params: { id } }, { signal }),
    refetchInterval: POLL_MS,
  })

/** Shorter words find too much to be of use while typing. */
export const SEARCH_CHARS = 3
const SEARCH_HITS = 30

/** Parts of one case, or of all for null, that contain every word. */
export const caseSearchQuery = (client: Client, text: string, id: string | null) =>
  queryOptions({
    queryKey: ['case-search', id, text] as const,
    queryFn: ({ signal }) => client.call('searchCases', { query: { q: text, limit: SEARCH_HITS, ...(id === null ? {} : { case: id }) } }, { signal }),
    enabled: text.length >= SEARCH_CHARS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const caseHistoryQuery = (client: Client, id: string, limit: number) =>
  queryOptions({
    queryKey: ['case-history', id, limit] as const,
    queryFn: ({ signal }) => client.call('caseHistory', { params: { id }, query: { limit } }, { signal }),
  })
