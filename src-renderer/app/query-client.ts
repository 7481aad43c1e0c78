import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnreachable } from '../../src-client/api-error.ts'
import { STATUS_KEY } from '../api/service-queries.ts'

const FRESH_MS = 30_000
/** The first read of a large token takes minutes, so keep retrying at the interval that the service asks for. */
const PENDING_RETRIES = 500
const MAX_RETRIES = 2

export function createQueryClient(): QueryClient {
  // Any successful response proves that the service is up, so a failed status query is refetched.
  const onAnswered = (): void => {
    const status = queries.getQueryState(STATUS_KEY)
    if (status?.status !== 'error' || !isUnreachable(status.error)) return
    const isRefetching = status.fetchStatus === 'fetching' && status.fetchFailureCount === 0
    if (!isRefetching) void queries.refetchQueries({ queryKey: STATUS_KEY })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onSuccess: onAnswered }),
    mutationCache: new MutationCache({ onSuccess: onAnswered }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => {
          if (!(error instanceof ApiError) || error.retryAfter === null) return false
          return count < (error.code === 'token_pending' ? PENDING_RETRIES : MAX_RETRIES)
        },
        retryDelay: (_count, error) => (error instanceof ApiError ? (error.retryAfter ?? 1) * 1000 : 1000),
        // The service runs on this machine, so `navigator.onLine` is irrelevant.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}
