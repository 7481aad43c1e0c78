import { expect, it, vi } from 'vitest'
import { ApiError } from '../../src-client/api-error.ts'
import { STATUS_KEY } from '../api/service-queries.ts'
import { createQueryClient } from './query-client.ts'

const unreachable = new ApiError({ code: 'unreachable', sentence: 'No response.' })

it.each<[string, ApiError, number]>([
  ['refetches the status after any successful response', unreachable, 2],
  ['does not refetch a status that failed with a response', new ApiError({ code: 'internal', sentence: 'A defect.' }), 1],
])('%s', async (_, error, times) => {
  const queries = createQueryClient()
  const status = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('well')
  await queries.prefetchQuery({ queryKey: STATUS_KEY, queryFn: status })
  expect(queries.getQueryState(STATUS_KEY)?.status).toBe('error')
  await queries.prefetchQuery({ queryKey: ['tokens'], queryFn: () => Promise.resolve([]) })
  await queries.prefetchQuery({ queryKey: ['jobs'], queryFn: () => Promise.resolve([]) })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(status).toHaveBeenCalledTimes(times)
  expect(queries.getQueryState(STATUS_KEY)?.status).toBe(times === 2 ? 'success' : 'error')
})
