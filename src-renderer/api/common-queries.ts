import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** Questions across stored tokens. */

const COMMON = 'across-tokens'
export const COMMON_KEY = [COMMON] as const

/** What several stored tokens have in common, with the first page of wallets. */
export const inCommonQuery = (client: Client, network: NetworkId, tokens: readonly string[], limit: number) =>
  queryOptions({
    queryKey: [COMMON, 'in-common', network, tokens, limit] as const,
    queryFn: ({ signal }) => client.call('inCommon', { params: { network }, query: { tokens: tokens.join(','), limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Wallets that were early in several stored tokens. Entities come from the case. */
export const serialQuery = (client: Client, network: NetworkId, caseId: string | null, limit: number) =>
  queryOptions({
    queryKey: [COMMON, 'serial', network, caseId, limit] as const,
    queryFn: ({ signal }) =>
      client.call('serial', { params: { network }, query: { limit, ...(caseId === null ? {} : { case: caseId }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
