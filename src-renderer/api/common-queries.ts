import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { callQuery } from './call-query.ts'

/** Questions across stored tokens. */

const COMMON = 'across-tokens'
export const COMMON_KEY = [COMMON] as const

/** What several stored tokens have in common, with the first page of wallets. */
export const inCommonQuery = (client: Client, network: NetworkId, tokens: readonly string[], limit: number) =>
  queryOptions({
    ...callQuery(client, [COMMON, 'in-common', network, tokens, limit], 'inCommon', {
      params: { network },
      query: { tokens: tokens.join(','), limit },
    }),
    placeholderData: keepPreviousData,
  })

/** Wallets that were early in several stored tokens. Entities come from the case. */
export const serialQuery = (client: Client, network: NetworkId, caseId: string | null, limit: number) =>
  queryOptions({
    ...callQuery(client, [COMMON, 'serial', network, caseId, limit], 'serial', {
      params: { network },
      query: { limit, ...(caseId === null ? {} : { case: caseId }) },
    }),
    placeholderData: keepPreviousData,
  })
