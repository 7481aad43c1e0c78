import type { Query, QueryCache } from '@tanstack/react-query'

/** Whether a query is on screen with data that its last refetch could not replace. */
export const isFailedRefetch = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && query.isActive() && query.meta?.['inConnectionState'] !== true

/** The error of the first such query; null if there is none. */
export const refetchError = (cache: QueryCache): Error | null => cache.getAll().find(isFailedRefetch)?.state.error ?? null
