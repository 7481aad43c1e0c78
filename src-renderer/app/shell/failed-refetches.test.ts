import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { refetchError } from './failed-refetches.ts'

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const failure = new Error('The service stopped.')
afterEach(() => queries.clear())

/** A query on screen whose second answer is the failure. */
async function show(queryKey: QueryKey, first: () => Promise<unknown>, meta = {}) {
  const queryFn = vi.fn().mockImplementationOnce(first).mockRejectedValueOnce(failure).mockResolvedValue('new')
  const observer = new QueryObserver(queries, { queryKey, queryFn, meta })
  const hide = observer.subscribe(() => undefined)
  const refetch = () => observer.refetch()
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  return { hide, refetch }
}

it('is the failure of a query whose data is on screen, until it is loaded or no longer shown', async () => {
  const { hide, refetch } = await show(['holders'], () => Promise.resolve('old'))
  expect(refetchError(queries.getQueryCache())).toBeNull()
  await refetch()
  expect(refetchError(queries.getQueryCache())).toBe(failure)
  expect(queries.getQueryData(['holders'])).toBe('old')
  hide()
  expect(refetchError(queries.getQueryCache())).toBeNull()
  const again = new QueryObserver(queries, { queryKey: ['holders'], queryFn: () => Promise.resolve('new') })
  again.subscribe(() => undefined)
  await again.refetch()
  expect(refetchError(queries.getQueryCache())).toBeNull()
})

it('is not that of a query without data, which its own place reports, nor of the connection', async () => {
  const never = await show(['clusters'], () => Promise.reject(failure))
  await never.refetch()
  const status = await show(['status'], () => Promise.resolve('old'), { inConnectionState: true })
  await status.refetch()
  expect(refetchError(queries.getQueryCache())).toBeNull()
})
