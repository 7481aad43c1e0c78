import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const never = (): Promise<never> => new Promise(() => undefined)

it('returns the result, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(signal, Promise.resolve('done'))).toBe('done')
  await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('rejects with the reason of the signal when it aborts, and if it already has', async () => {
  const abort = new AbortController()
  const waiting = unlessAborted(abort.signal, never())
  abort.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(unlessAborted(abort.signal, never())).rejects.toThrow('cancelled')
})
