import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NodeFault } from '../node-fault.ts'
import type { LearntPace } from './endpoint-pace.ts'
import { openPacer, type Pacer } from './pacer.ts'
import type { PaceStore } from './saved-pace.ts'

const signal = new AbortController().signal
const busy = (method: string, waitSeconds: number | null = 0): NodeFault =>
  new NodeFault({ kind: 'busy', host: 'node', method, text: 'limit exceeded', waitSeconds })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets simulated time pass until the work has ended. */
async function ended<T>(work: Promise<T>): Promise<T> {
  let over = false
  const settled = work.then(
    () => (over = true),
    () => (over = true),
  )
  while (!over) await vi.advanceTimersByTimeAsync(50)
  await settled
  return work
}

const open = (options: { control?: () => Promise<unknown>; paces?: PaceStore } = {}): Pacer =>
  openPacer({ url: 'http://node/key', host: 'node', inFlight: 4, control: () => Promise.resolve(), ...options })

test('calls again until the endpoint answers', async () => {
  let calls = 0
  const answer = await ended(open().call('m', signal, () => (++calls < 4 ? Promise.reject(busy('m')) : Promise.resolve('answer'))))
  expect([answer, calls]).toEqual(['answer', 4])
})

test('keeps to its limit of concurrent calls, and sends the others as soon as one ends', async () => {
  const pacer = open()
  let active = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++active)
    await new Promise((resolve) => setTimeout(resolve, 100))
    active -= 1
  }
  await ended(Promise.all(Array.from({ length: 40 }, () => pacer.call('m', signal, work))))
  expect(most).toBe(4)
})

test('a fault of another kind is thrown, and does not end in a pause', async () => {
  const pacer = open()
  const fault = new NodeFault({ kind: 'reverted', host: 'node', method: 'm', text: '' })
  await expect(pacer.call('m', signal, () => Promise.reject(fault))).rejects.toBe(fault)
  expect(pacer.pausedMs('m')).toBe(0)
})

describe('while the endpoint asks for a pause', () => {
  async function paused(): Promise<{ pacer: Pacer; abort: AbortController; first: Promise<unknown> }> {
    const pacer = open()
    const abort = new AbortController()
    const first = pacer.call('m', abort.signal, () => Promise.reject(busy('m', 600)))
    while (pacer.pausedMs('m') === 0) await vi.advanceTimersByTimeAsync(1)
    return { pacer, abort, first }
  }

  test('a cancelled call ends immediately', async () => {
    const { abort, first } = await paused()
    abort.abort(new Error('stop'))
    await expect(first).rejects.toThrow('stop')
    // Nothing keeps the process alive.
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a call without patience fails with the refusal, and says why', async () => {
    const { pacer, abort, first } = await paused()
    await expect(pacer.call('m', signal, () => Promise.resolve(), 2_000)).rejects.toMatchObject({ kind: 'busy' })
    expect(pacer.waiting()).toMatchObject({ host: 'node', pausedMs: expect.any(Number) as number })
    abort.abort()
    await expect(first).rejects.toThrow()
  })
})

describe('what is refused however long one waits', () => {
  test('a method that was never answered, while the endpoint answers a cheap call, is unsupported', async () => {
    const pacer = open()
    const refused = pacer.call('eth_getLogs', signal, () => Promise.reject(busy('eth_getLogs')))
    await expect(ended(refused)).rejects.toMatchObject({ kind: 'unsupported', text: 'only this is refused: limit exceeded' })
    // Known from then on.
    await expect(pacer.call('eth_getLogs', signal, () => Promise.resolve())).rejects.toMatchObject({ kind: 'unsupported' })
    expect(await ended(pacer.call('eth_chainId', signal, () => Promise.resolve('0x1')))).toBe('0x1')
  })

  test('calls of it that wait already are not sent any more', async () => {
    const pacer = open()
    let sent = 0
    const refused = Array.from({ length: 30 }, () =>
      pacer.call('eth_getLogs', signal, () => {
        sent += 1
        return Promise.reject(busy('eth_getLogs'))
      }),
    )
    const results = await ended(Promise.allSettled(refused))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(sent).toBeLessThan(12)
  })

  test('an endpoint that refuses everything is waited for', async () => {
    let refusals = 0
    const pacer = open({ control: () => Promise.reject(busy('eth_chainId')) })
    await ended(pacer.call('eth_getLogs', signal, () => (++refusals > 6 ? Promise.resolve() : Promise.reject(busy('eth_getLogs')))))
    expect(refusals).toBe(7)
  })

  test('a single call among many that are answered is too large', async () => {
    const pacer = open()
    let over = false
    const others = (async () => {
      while (!over) await pacer.call('m', signal, () => new Promise((resolve) => setTimeout(resolve, 1)))
    })()
    const refused = pacer.call('m', signal, () => Promise.reject(busy('m')))
    await expect(ended(refused)).rejects.toMatchObject({ kind: 'too_large' })
    over = true
    await ended(others)
  })
})

test('remembers what a short read learnt, and reads it at the next start', async () => {
  let stored: LearntPace | null = null
  const paces: PaceStore = {
    read: () => stored,
    write: (_url, learnt) => {
      stored = learnt
    },
  }
  const pacer = open({ paces })
  let calls = 0
  await ended(pacer.call('m', signal, () => (++calls === 1 ? Promise.reject(busy('m')) : Promise.resolve())))
  expect(stored).toEqual({ perSecond: expect.any(Number) as number, methods: {} })
  stored = { perSecond: 0.5, methods: {} }
  const next = open({ paces })
  await next.call('m', signal, () => Promise.resolve())
  let isSent = false
  const second = next.call('m', signal, () => Promise.resolve((isSent = true)))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isSent).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toBe(true)
})
