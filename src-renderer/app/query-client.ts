import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnreachable } from '../api/api-error.ts'
import { STATUS_KEY } from '../api/service-queries.ts'

const FRESH_MS = 30_000
/** A first read of a large token takes minutes; its page keeps asking as the service says. */
const PENDING_TRIES = 500
const OTHER_TRIES = 2

export function createQueries(): QueryClient {
  // Any answer tells that the service is there: where its status says otherwise, it is asked for again at once.
  const answered = (): void => {
    const status = queries.getQueryState(STATUS_KEY)
    if (status?.status !== 'error' || !isUnreachable(status.error)) return
    const isOnItsWay = status.fetchStatus === 'fetching' && status.fetchFailureCount === 0
    if (!isOnItsWay) void queries.refetchQueries({ queryKey: STATUS_KEY })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onSuccess: answered }),
    mutationCache: new MutationCache({ onSuccess: answered }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => {
          if (!(error instanceof ApiError) || error.retryAfter === null) return false
          return count < (error.code === 'token_pending' ? PENDING_TRIES : OTHER_TRIES)
        },
        retryDelay: (_count, error) => (error instanceof ApiError ? (error.retryAfter ?? 1) * 1000 : 1000),
        // The service is on this machine: the browser's idea of being offline says nothing about it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}
