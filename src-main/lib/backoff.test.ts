import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../src-shared/backoff.ts'
import { Backoff, retry, sleep, type RetryOptions } from './backoff.ts'

const NEVER = new AbortController().signal

function recorded(): { readonly waits: number[]; readonly sleep: (ms: number) => Promise<void> } {
  const waits: number[] = []
  return { waits, sleep: (ms) => Promise.resolve(void waits.push(ms)) }
}

describe('backoffMs', () => {
  it('doubles from the first wait up to the longest', () => {
    const schedule = { firstMs: 100, longestMs: 1_000 }
    expect([1, 2, 3, 4, 5, 5_000].map((failures) => backoffMs(failures, schedule))).toEqual([100, 200, 400, 800, 1_000, 1_000])
  })

  it('spreads waits by half of them either way', () => {
    expect(backoffMs(2, { firstMs: 100, random: () => 0 })).toBe(100)
    expect(backoffMs(2, { firstMs: 100, random: () => 0.75 })).toBe(250)
  })
})

describe('retry', () => {
  const options = (change: Partial<RetryOptions>): RetryOptions => ({ firstMs: 10, attempts: 4, signal: NEVER, retryAfterMs: () => 0, ...change })

  it('returns the first success', async () => {
    const { waits, sleep } = recorded()
    const work = async (attempt: number): Promise<string> => (attempt < 3 ? Promise.reject(new Error('busy')) : `attempt ${attempt}`)
    expect(await retry(work, options({ sleep }))).toBe('attempt 3')
    expect(waits).toEqual([10, 20])
  })

  it('throws the last error when the attempts are used up', async () => {
    const { waits, sleep } = recorded()
    const work = async (attempt: number): Promise<never> => Promise.reject(new Error(`fault ${attempt}`))
    await expect(retry(work, options({ attempts: 3, sleep }))).rejects.toThrow('fault 3')
    expect(waits).toEqual([10, 20])
  })

  it('does not retry an error that another attempt would not mend', async () => {
    const { waits, sleep } = recorded()
    await expect(retry(async () => Promise.reject(new Error('refused')), options({ retryAfterMs: () => null, sleep }))).rejects.toThrow('refused')
    expect(waits).toEqual([])
  })

  it('waits as long as the server asks', async () => {
    const { waits, sleep } = recorded()
    const work = async (attempt: number): Promise<string> => (attempt === 1 ? Promise.reject(new Error('busy')) : 'done')
    await retry(work, options({ retryAfterMs: () => 2_000, sleep }))
    expect(waits).toEqual([2_000])
  })

  it('stops waiting when aborted', async () => {
    const abort = new AbortController()
    const ended = retry(async () => Promise.reject(new Error('busy')), options({ firstMs: 3_600_000, signal: abort.signal, sleep }))
    abort.abort()
    await expect(ended).rejects.toThrow(/abort/i)
  })
})

describe('Backoff', () => {
  it('grows with failures in a row and starts over after a success', async () => {
    const { waits, sleep } = recorded()
    const backoff = new Backoff({ firstMs: 10, longestMs: 30 }, sleep)
    for (let i = 0; i < 3; i++) await backoff.pause(NEVER)
    expect(backoff.failures).toBe(3)
    backoff.reset()
    await backoff.pause(NEVER)
    await backoff.pause(NEVER, 500)
    expect(waits).toEqual([10, 20, 30, 10, 500])
  })

  it('ends a pause when aborted', async () => {
    const abort = new AbortController()
    const paused = new Backoff({ firstMs: 3_600_000 }).pause(abort.signal)
    abort.abort()
    await expect(paused).resolves.toBeUndefined()
  })
})
