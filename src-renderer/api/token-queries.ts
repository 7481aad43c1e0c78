import { queryOptions, type QueryFilters } from '@tanstack/react-query'
import { TRADE_PAGE_MAX } from '../../src-shared/contract/limits.ts'
import type { Answer, CallOptions, Client } from '../../src-client/client.ts'
import { readStatePart } from './state-part.ts'
import { tokenParams, type TokenRef } from './token-ref.ts'
import { callQuery } from './call-query.ts'

/** One query per record of a token. Key and call live together, so live events can update the cached record. */

export { tokenParams, type TokenRef }

/** False for the record of a snapshot with a timestamp, which never changes. */
export const isMutableKey = (queryKey: readonly unknown[]): boolean => typeof queryKey[4] !== 'number'

/** A case whose tags and entities count, and the revision at which they were read. */
export interface UnderCase {
  readonly id: string
  readonly revision: number
}

export const caseParams = (under: UnderCase | null) => (under === null ? {} : { case: under.id })
/** The revision is part of the key, because a changed case has other answers. */
export const caseKey = (under: UnderCase | null) => (under === null ? null : `${under.id}@${under.revision}`)

/** Prefix of every query key of a token. */
export const tokenKey = (token: TokenRef) => ['token', token.network, token.address] as const

/** A query of one record that needs nothing but its token. */
const tokenQuery =
  <Name extends string, Value>(
    name: Name,
    call: (client: Client, params: ReturnType<typeof tokenParams>, options: CallOptions) => Promise<Answer<Value>>,
  ) =>
  (client: Client, token: TokenRef) =>
    queryOptions({
      queryKey: [...tokenKey(token), name] as const,
      queryFn: ({ signal }) => call(client, tokenParams(token), { signal }),
    })

/** The stored summary. The first request for an unknown token may start a read and wait for it. */
export const summaryQuery = tokenQuery('summary', (client, params, options) => client.call('localToken', { params }, options))

export const overviewQuery = tokenQuery('overview', (client, params, options) => client.call('localOverview', { params }, options))

/** The public clusters, or the clusters under a case. */
export function clustersQuery(client: Client, token: TokenRef, under: UnderCase | null = null) {
  const publicKey = [...tokenKey(token), 'clusters'] as const
  return queryOptions({
    queryKey: under === null ? publicKey : ([...publicKey, caseKey(under)] as const),
    queryFn: (context) =>
      under === null
        ? readStatePart({ client, token, part: 'clusters' }, publicKey, context)
        : client.call('localClusters', { params: tokenParams(token), query: caseParams(under) }, { signal: context.signal }),
    structuralSharing: false,
  })
}

export const distributionQuery = tokenQuery('distribution', (client, params, options) => client.call('localDistribution', { params }, options))

export const overlapQuery = tokenQuery('overlap', (client, params, options) => client.call('localOverlap', { params }, options))

export const earlyQuery = tokenQuery('early', (client, params, options) => client.call('early', { params }, options))

/** First buy and all later activity of at most LIFE_LINES_MAX wallets. */
export const lifeLinesQuery = (client: Client, token: TokenRef, wallets: readonly string[]) =>
  callQuery(client, [...tokenKey(token), 'life-lines', wallets.join(',')], 'lifeLines', {
    params: tokenParams(token),
    query: { wallets: wallets.join(',') },
  })

/** The latest scan. The first request for an unscanned token may run one. */
export const localScanQuery = tokenQuery('scan', (client, params, options) => client.call('localScan', { params }, options))

export const scanHistoryQuery = tokenQuery('scan-history', (client, params, options) => client.call('scanHistory', { params }, options))

/** Follow status; the stream `local.follow` announces changes. */
export const followQuery = tokenQuery('follow', (client, params, options) => client.call('follow', { params }, options))

/** The largest holders. The table says if holders are missing. */
export function holdersQuery(client: Client, token: TokenRef) {
  const queryKey = [...tokenKey(token), 'holders'] as const
  return queryOptions({
    queryKey,
    queryFn: (context) => readStatePart({ client, token, part: 'holders' }, queryKey, context),
    structuralSharing: false,
  })
}

export const snapshotListQuery = tokenQuery('snapshots', (client, params, options) => client.call('snapshots', { params }, options))

/** The stored snapshots, with the time each was taken. */
export const snapshotMomentsQuery = tokenQuery('snapshot-moments', (client, params, options) => client.call('localSnapshots', { params }, options))

/** A snapshot by timestamp, which never changes, or for null the latest state: what a snapshot taken now would contain. */
export function snapshotQuery(client: Client, token: TokenRef, timestamp: number | null) {
  const queryKey = [...tokenKey(token), 'snapshot', timestamp ?? 'latest'] as const
  return queryOptions({
    queryKey,
    queryFn: (context) =>
      timestamp === null
        ? readStatePart({ client, token, part: 'snapshot' }, queryKey, context)
        : client.call('snapshot', { params: { ...tokenParams(token), timestamp } }, { signal: context.signal }),
    ...(timestamp === null ? {} : { staleTime: Number.POSITIVE_INFINITY }),
    // Comparing megabytes with the previous answer takes longer than rendering them.
    structuralSharing: false,
  })
}

/** Trades, newest first; a null cursor requests the first page. */
export const tradePage = (client: Client, token: TokenRef, cursor: string | null, signal: AbortSignal) =>
  client.call(
    'trades',
    {
      params: { network: token.network },
      query: { token: token.address, limit: TRADE_PAGE_MAX, ...(cursor === null ? {} : { cursor }) },
    },
    { signal },
  )

/** The first page only, to see whether any trade is stored. */
export const newestTradesQuery = (client: Client, token: TokenRef) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'trades'] as const,
    queryFn: ({ signal }) => tradePage(client, token, null, signal),
  })

/** Every query of a token, except those of snapshots with a timestamp, which never change. */
export const ofToken = (token: TokenRef): QueryFilters => ({ queryKey: tokenKey(token), predicate: ({ queryKey }) => isMutableKey(queryKey) })
