import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('does the first work at once, and makes up for what was requested meanwhile by one', async () => {
  const throttle = new Throttle(1_000)
  let done = 0
  const work = (): Promise<void> => {
    done++
    return Promise.resolve()
  }
  for (let i = 0; i < 5; i++) throttle.request(work)
  expect(done).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toBe(2)
})

it('does not begin before the work before has ended, however long that takes', async () => {
  const throttle = new Throttle(1_000)
  let [begun, ended] = [0, 0]
  const work = async (): Promise<void> => {
    begun++
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    ended++
  }
  for (let second = 0; second < 12; second++) {
    throttle.request(work)
    expect(begun - ended).toBeLessThanOrEqual(1)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(ended).toBe(4)
})

it('goes on after work that failed', async () => {
  const throttle = new Throttle(1_000)
  let begun = 0
  const work = (): Promise<void> => {
    begun++
    return Promise.reject(new Error('offline'))
  }
  throttle.request(work)
  throttle.request(work)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toBe(2)
})
