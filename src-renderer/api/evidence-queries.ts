import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import { caseKey, caseParams, isMutableKey, tokenKey, tokenParams, type TokenRef, type UnderCase } from './token-queries.ts'

/** Queries for evidence: thresholds, clusters under trial thresholds, reasons, paths and neighbours. */

/** Thresholds by rule key. A key that is missing keeps its default. */
export type RuleChanges = Readonly<Record<string, number>>

export const rulesQuery = (client: Client) =>
  queryOptions({ queryKey: ['rules'] as const, queryFn: ({ signal }) => client.call('rules', {}, { signal }) })

/** Clusters of the latest state under trial thresholds. The previous result stays until the next one arrives. */
export const trialClustersQuery = (client: Client, token: TokenRef, changes: RuleChanges, under: UnderCase | null) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'recount', changes, caseKey(under)] as const,
    queryFn: ({ signal }) =>
      client.call('recount', { params: tokenParams(token), query: caseParams(under), body: { changes: { ...changes } } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: TRIAL_CACHE_MS,
  })

/** A slider produces many results that are never read again. */
const TRIAL_CACHE_MS = 30_000

export const whyQuery = (client: Client, token: TokenRef, a: string, b: string, under: UnderCase | null) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'why', a, b, caseKey(under)] as const,
    queryFn: ({ signal }) => client.call('why', { params: tokenParams(token), query: { a, b, ...caseParams(under) } }, { signal }),
  })

export const pathQuery = (client: Client, token: TokenRef, a: string, b: string, under: UnderCase | null) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'path', a, b, caseKey(under)] as const,
    queryFn: ({ signal }) => client.call('path', { params: tokenParams(token), query: { a, b, ...caseParams(under) } }, { signal }),
  })

/** Maximum number of neighbours in one response. */
const NEIGHBOURS_MAX = 300

export const walletQuery = (client: Client, token: TokenRef, wallet: string) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'wallet', wallet] as const,
    queryFn: ({ signal }) => client.call('wallet', { params: { ...tokenParams(token), wallet } }, { signal }),
  })

export const neighboursQuery = (client: Client, token: TokenRef, wallet: string) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'neighbours', wallet] as const,
    queryFn: ({ signal }) => client.call('neighbours', { params: { ...tokenParams(token), wallet }, query: { limit: NEIGHBOURS_MAX } }, { signal }),
  })

/** Invalidates everything computed from the rules. Snapshots with a timestamp never change. */
export async function refreshComputed(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['rules'] })
  await queries.invalidateQueries({ queryKey: ['token'], predicate: ({ queryKey }) => isMutableKey(queryKey) })
}
