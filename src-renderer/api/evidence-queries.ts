import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import { caseKey, caseParams, isMutableKey, tokenKey, tokenParams, type TokenRef, type UnderCase } from './token-queries.ts'
import { callQuery } from './call-query.ts'

/** Queries for evidence: thresholds, clusters under trial thresholds, reasons, paths and neighbours. */

/** Thresholds by rule key. A key that is missing keeps its default. */
export type RuleChanges = Readonly<Record<string, number>>

export const rulesQuery = (client: Client) => callQuery(client, ['rules'], 'rules', {})

/** Clusters of the latest state under trial thresholds. The previous result stays until the next one arrives. */
export const trialClustersQuery = (client: Client, token: TokenRef, changes: RuleChanges, under: UnderCase | null) =>
  queryOptions({
    ...callQuery(client, [...tokenKey(token), 'recount', changes, caseKey(under)], 'recount', {
      params: tokenParams(token),
      query: caseParams(under),
      body: { changes: { ...changes } },
    }),
    placeholderData: keepPreviousData,
    gcTime: TRIAL_CACHE_MS,
  })

/** A slider produces many results that are never read again. */
const TRIAL_CACHE_MS = 30_000

export const whyQuery = (client: Client, token: TokenRef, a: string, b: string, under: UnderCase | null) =>
  callQuery(client, [...tokenKey(token), 'why', a, b, caseKey(under)], 'why', { params: tokenParams(token), query: { a, b, ...caseParams(under) } })

export const pathQuery = (client: Client, token: TokenRef, a: string, b: string, under: UnderCase | null) =>
  callQuery(client, [...tokenKey(token), 'path', a, b, caseKey(under)], 'path', { params: tokenParams(token), query: { a, b, ...caseParams(under) } })

/** Maximum number of neighbours in one response. */
const NEIGHBOURS_MAX = 300

export const walletQuery = (client: Client, token: TokenRef, wallet: string) =>
  callQuery(client, [...tokenKey(token), 'wallet', wallet], 'wallet', { params: { ...tokenParams(token), wallet } })

export const neighboursQuery = (client: Client, token: TokenRef, wallet: string) =>
  callQuery(client, [...tokenKey(token), 'neighbours', wallet], 'neighbours', {
    params: { ...tokenParams(token), wallet },
    query: { limit: NEIGHBOURS_MAX },
  })

/** Invalidates everything computed from the rules. Snapshots with a timestamp never change. */
export async function refreshComputed(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['rules'] })
  await queries.invalidateQueries({ queryKey: ['token'], predicate: ({ queryKey }) => isMutableKey(queryKey) })
}
