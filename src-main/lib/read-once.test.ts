import { expect, it, vi } from 'vitest'
import { readOnce } from './read-once.ts'

const never = new AbortController().signal

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))

it('reads once for all callers', async () => {
  const read = vi.fn(() => Promise.resolve('read'))
  const get = readOnce(read)
  expect(await Promise.all([get(never), get(never)])).toEqual(['read', 'read'])
  expect(await get(never)).toBe('read')
  expect(read).toHaveBeenCalledTimes(1)
})

it('fails for all callers at once, and reads again for the next one', async () => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue('read')
  const get = readOnce(read)
  expect(await Promise.allSettled([get(never), get(new AbortController().signal)])).toMatchObject([
    { status: 'rejected', reason: new Error('unreachable') },
    { status: 'rejected', reason: new Error('unreachable') },
  ])
  expect(await get(never)).toBe('read')
})

it('reads once more for the callers that waited for a cancelled one', async () => {
  const first = new AbortController()
  const read = vi.fn((signal: AbortSignal): Promise<string> => (signal === first.signal ? untilAborted(signal) : Promise.resolve('read')))
  const get = readOnce(read)
  const cancelled = get(first.signal)
  const others = [get(never), get(new AbortController().signal)]
  first.abort(new Error('cancelled'))
  await expect(cancelled).rejects.toThrow('cancelled')
  expect(await Promise.all(others)).toEqual(['read', 'read'])
  expect(read).toHaveBeenCalledTimes(2)
})

it('ends for a caller that was cancelled as well', async () => {
  const first = new AbortController()
  const second = new AbortController()
  const get = readOnce(untilAborted)
  const both = [get(first.signal), get(second.signal)]
  second.abort(new Error('cancelled too'))
  first.abort(new Error('cancelled'))
  expect(await Promise.allSettled(both)).toMatchObject([{ reason: new Error('cancelled') }, { reason: new Error('cancelled too') }])
})
