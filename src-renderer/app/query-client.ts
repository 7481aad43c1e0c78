import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

const FRESH_MS = 30_000
/** A first read of a large token takes minutes; its page keeps asking as the service says. */
const PENDING_TRIES = 500
const OTHER_TRIES = 2

export function createQueries(): QueryClient {
  return new QueryClient({
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
}
