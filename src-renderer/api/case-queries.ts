import { queryOptions } from '@tanstack/react-query'
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

export const caseHistoryQuery = (client: Client, id: string, limit: number) =>
  queryOptions({
    queryKey: ['case-history', id, limit] as const,
    queryFn: ({ signal }) => client.call('caseHistory', { params: { id }, query: { limit } }, { signal }),
  })
