import { expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { STATUS_KEY } from '../api/service-queries.ts'
import { createQueries } from './query-client.ts'

const nobody = new ApiError({ code: 'unreachable', sentence: 'Nobody answers.' })

it.each<[string, ApiError, number]>([
  ['asks for the status again once anything answers', nobody, 2],
  ['leaves a status alone that failed with an answer', new ApiError({ code: 'internal', sentence: 'A defect.' }), 1],
])('%s', async (_, error, times) => {
  const queries = createQueries()
  const status = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('well')
  await queries.prefetchQuery({ queryKey: STATUS_KEY, queryFn: status })
  expect(queries.getQueryState(STATUS_KEY)?.status).toBe('error')
  await queries.prefetchQuery({ queryKey: ['tokens'], queryFn: () => Promise.resolve([]) })
  await queries.prefetchQuery({ queryKey: ['jobs'], queryFn: () => Promise.resolve([]) })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(status).toHaveBeenCalledTimes(times)
  expect(queries.getQueryState(STATUS_KEY)?.status).toBe(times === 2 ? 'success' : 'error')
})
