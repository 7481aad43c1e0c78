import { expect, test } from 'vitest'
import { openTokenBucket } from './token-bucket.ts'

const signal = new AbortController().signal

test('a full bucket sends a burst immediately, then spaces calls', async () => {
  let now = 0
  const bucket = openTokenBucket(100, () => now)
  for (let i = 0; i < 100; i++) await bucket.take(signal)
  const abort = new AbortController()
  const late = bucket.take(abort.signal)
  abort.abort(new Error('still waiting'))
  await expect(late).rejects.toThrow()
  now += 1_000
  await bucket.take(signal)
})

test('after refusals the same second holds half as many calls, and answers bring the rate back', async () => {
  let now = 0
  const bucket = openTokenBucket(8, () => now)
  for (let i = 0; i < 5; i++) bucket.refused()
  now += 10_000
  const passed = async (): Promise<number> => {
    for (let count = 0; ; count++) {
      const abort = new AbortController()
      const taken = bucket.take(abort.signal).then(() => true)
      abort.abort(new Error('no place'))
      if (!(await taken.catch(() => false))) return count
    }
  }
  expect(await passed()).toBe(4)
  for (let i = 0; i < 200; i++) bucket.answered()
  now += 10_000
  expect(await passed()).toBe(8)
})

test('who has been cancelled goes out no more, though there is room', async () => {
  const bucket = openTokenBucket(8)
  await expect(bucket.take(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
})
