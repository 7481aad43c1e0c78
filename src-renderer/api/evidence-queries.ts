import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from './client.ts'
import { tokenKey, type TokenRef } from './token-queries.ts'

/** What asks for evidence: thresholds, recounts under others, why two wallets belong together, who stands beside one. */

/** Thresholds by key; what is not named keeps its shipped value. */
export type RuleChanges = Readonly<Record<string, number>>

const paramsOf = (token: TokenRef) => ({ network: token.network, token_address: token.address })

export const rulesQuery = (client: Client) =>
  queryOptions({ queryKey: ['rules'] as const, queryFn: ({ signal }) => client.call('rules', {}, { signal }) })

/** Clusters of the present state under other thresholds; while the next answer comes, the one before stays. */
export const recountQuery = (client: Client, token: TokenRef, changes: RuleChanges) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'recount', changes] as const,
    queryFn: ({ signal }) => client.call('recount', { params: paramsOf(token), body: { changes: { ...changes } } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: RECOUNT_KEPT_MS,
  })

/** A slider leaves many answers behind that nobody asks for again. */
const RECOUNT_KEPT_MS = 30_000

export const whyQuery = (client: Client, token: TokenRef, a: string, b: string) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'why', a, b] as const,
    queryFn: ({ signal }) => client.call('why', { params: paramsOf(token), query: { a, b } }, { signal }),
  })

export const pathQuery = (client: Client, token: TokenRef, a: string, b: string) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'path', a, b] as const,
    queryFn: ({ signal }) => client.call('path', { params: paramsOf(token), query: { a, b } }, { signal }),
  })

/** Most neighbours looked at in one list. */
const NEIGHBOURS_MAX = 300

export const neighboursQuery = (client: Client, token: TokenRef, wallet: string) =>
  queryOptions({
    queryKey: [...tokenKey(token), 'neighbours', wallet] as const,
    queryFn: ({ signal }) => client.call('neighbours', { params: { ...paramsOf(token), wallet }, query: { limit: NEIGHBOURS_MAX } }, { signal }),
  })

/** After thresholds were kept: everything counted is asked for again; numbered snapshots stay as they are. */
export async function refreshCounts(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['rules'] })
  await queries.invalidateQueries({ queryKey: ['token'], predicate: ({ queryKey }) => typeof queryKey[4] !== 'number' })
}
