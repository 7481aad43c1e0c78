import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { TRADE_PAGE_MAX } from '../../src-shared/contract/routes.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { Client } from './client.ts'

/** One query per record of a token: key and call together, so that a live event writes where the view reads. */

/** A token as the URL names it. */
export interface TokenRef {
  readonly network: NetworkId
  readonly address: string
}

const paramsOf = (token: TokenRef) => ({ network: token.network, token_address: token.address })

/** Everything cached of one token starts with this key. */
export const tokenKey = (token: TokenRef) => ['token', token.network, token.address] as const

/** What is stored of the token. The first question about an unknown one may start a read and wait for it. */
export const summaryQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'summary'] as const,
    queryFn: ({ signal }) => client.call('localToken', { params: paramsOf(token) }, { signal }),
  })

export const overviewQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'overview'] as const,
    queryFn: ({ signal }) => client.call('overview', { params: paramsOf(token) }, { signal }),
  })

export const clustersQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'clusters'] as const,
    queryFn: ({ signal }) => client.call('localClusters', { params: paramsOf(token) }, { signal }),
  })

export const distributionQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'distribution'] as const,
    queryFn: ({ signal }) => client.call('localDistribution', { params: paramsOf(token) }, { signal }),
  })

/** All stored holders: the largest page that the service gives. */
export const HOLDERS_MAX = 10_000

export const holdersQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'holders'] as const,
    queryFn: ({ signal }) => client.call('localHolders', { params: paramsOf(token), query: { limit: HOLDERS_MAX } }, { signal }),
  })

export const snapshotListQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'snapshots'] as const,
    queryFn: ({ signal }) => client.call('snapshots', { params: paramsOf(token) }, { signal }),
  })

/** A snapshot by its timestamp, or with null the newest. A numbered one never changes and is kept. */
export const snapshotQuery = (client: Client, token: TokenRef, timestamp: number | null) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'snapshot', timestamp ?? 'latest'] as const,
    queryFn: ({ signal }) =>
      timestamp === null
        ? client.call('latestSnapshot', { params: paramsOf(token) }, { signal })
        : client.call('snapshot', { params: { ...paramsOf(token), timestamp } }, { signal }),
    ...(timestamp === null ? {} : { staleTime: Number.POSITIVE_INFINITY }),
  })

export const tradesQuery = (client: Client, token: TokenRef) =>
  infiniteQueryOptions({
    queryKey: [...tokenKey(token), 'trades'] as const,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'trades',
        {
          params: { network: token.network },
          query: { token: token.address, limit: TRADE_PAGE_MAX, ...(pageParam === null ? {} : { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.value.next_cursor,
  })

/** After facts of a token changed: what is shown of it is asked again; numbered snapshots stay as they are. */
export function refreshToken(queries: QueryClient, token: TokenRef): Promise<void> {
  return queries.invalidateQueries({ queryKey: tokenKey(token), predicate: ({ queryKey }) => typeof queryKey[4] !== 'number' })
}
