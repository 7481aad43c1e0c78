import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rate } from '../../../../e2e/fixtures/provider/plans.ts'
import { createRateLimiter } from '../../../../e2e/fixtures/provider/rate.ts'
import { NodeFault, type FaultKind } from '../node-fault.ts'
import type { LearntPace } from '../pacing/endpoint-pace.ts'
import { openPacer } from '../pacing/pacer.ts'
import { openBatcher, type Batcher } from './batcher.ts'
import { BatchRejected, type Call, type Outcome } from './call.ts'

const TEN: Rate = { calls: 10, seconds: 1 }
const LATENCY_MS = 100
const signal = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const fault = (kind: FaultKind, waitSeconds: number | null = null): NodeFault =>
  new NodeFault({ kind, host: 'node', method: 'm', text: '', waitSeconds })

interface Plan {
  readonly rate?: Rate
  /** A batch counts once, whatever its size. */
  readonly countsRequests?: boolean
  /** Maximum number of calls in a batch that is answered. */
  readonly most?: number
  readonly bytesOfCall?: number
  readonly answer?: (call: Call) => Outcome
}

interface Simulated {
  readonly batcher: Batcher
  /** Calls of each answered request. */
  readonly requests: number[]
  readonly refused: number[]
  stored(): LearntPace | null
}

/** An endpoint in simulated time, which answers a call with its parameters. */
function simulate(plan: Plan, learnt: LearntPace | null = null): Simulated {
  const { rate = TEN, countsRequests = false, most = Number.POSITIVE_INFINITY, bytesOfCall = 100 } = plan
  const { answer = ({ params }) => ({ result: params[0] }) } = plan
  const limiter = createRateLimiter({ rate })
  const requests: number[] = []
  const refused: number[] = []
  let stored = learnt
  const paces = { read: () => stored, write: (_url: string, next: LearntPace) => void (stored = next) }
  async function arrive(calls: readonly Call[]): Promise<void> {
    await wait(LATENCY_MS)
    if (calls.length > most) throw new BatchRejected()
    const waitMs = limiter.take(countsRequests ? ['m'] : calls.map(({ method }) => method))
    if (waitMs === 0) return void requests.push(calls.length)
    refused.push(calls.length)
    throw fault('busy', Math.ceil(waitMs / 1_000))
  }
  const pacer = openPacer({ url: 'http://node/key', host: 'node', inFlight: 16, control: () => Promise.resolve(), paces, sleep: wait })
  const batcher = openBatcher({
    pacer,
    async sendOne(call) {
      await arrive([call])
      const outcome = answer(call)
      if ('fault' in outcome) throw outcome.fault
      return { ...outcome, bytes: bytesOfCall }
    },
    async sendBatch(calls) {
      await arrive(calls)
      return { outcomes: calls.map(answer), bytes: bytesOfCall * calls.length }
    },
  })
  return { batcher, requests, refused, stored: () => stored }
}

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

/** Makes calls, fifty at a time, and returns their answers. */
async function callAll({ batcher }: Simulated, count: number): Promise<unknown[]> {
  const answers: unknown[] = []
  let next = 0
  const repeat = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) answers[number] = await batcher.call({ method: 'm', params: [number] }, signal)
  }
  await ended(Promise.all(Array.from({ length: 50 }, repeat)))
  return answers
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

describe('an endpoint with a limit', () => {
  test('that counts requests is read in batches, after a trial', async () => {
    const endpoint = simulate({ countsRequests: true })
    const startedAt = performance.now()
    expect(await callAll(endpoint, 4_000)).toEqual(numbers(4_000))
    const seconds = (performance.now() - startedAt) / 1_000
    expect(endpoint.requests.slice(0, 500).every((calls) => calls === 1)).toBe(true)
    // A minute for the calls before the trial, and the others at 50 per request.
    expect(4_000 / seconds).toBeGreaterThan(50)
    expect(endpoint.stored()).toMatchObject({ callsPerRequest: 50 })
  })

  test('that counts each call is sent a few batches once, and loses nothing by it', async () => {
    const endpoint = simulate({})
    const startedAt = performance.now()
    expect(await callAll(endpoint, 1_200)).toEqual(numbers(1_200))
    const seconds = (performance.now() - startedAt) / 1_000
    expect(endpoint.refused.filter((calls) => calls > 1).length).toBeLessThanOrEqual(3)
    expect(endpoint.requests.slice(600).every((calls) => calls === 1)).toBe(true)
    expect(1_200 / seconds).toBeGreaterThan(9.4)
    expect(endpoint.stored()).toMatchObject({ callsPerRequest: 1 })
  })

  test('that takes no batches is read by single calls', async () => {
    const endpoint = simulate({ countsRequests: true, most: 1 })
    expect(await callAll(endpoint, 1_000)).toEqual(numbers(1_000))
    expect(endpoint.stored()).toMatchObject({ callsPerRequest: 1 })
  })

  test('that takes small batches is sent such ones', async () => {
    const endpoint = simulate({ countsRequests: true, most: 5 })
    expect(await callAll(endpoint, 3_000)).toEqual(numbers(3_000))
    expect(Math.max(...endpoint.requests)).toBeLessThanOrEqual(5)
    expect(endpoint.requests.at(-20)).toBeGreaterThan(1)
  })
})

describe('an endpoint that is known to count requests', () => {
  const LEARNT = { perSecond: 10, methods: {}, callsPerRequest: 50 }

  test('has batches from the start', async () => {
    const endpoint = simulate({ countsRequests: true }, LEARNT)
    await callAll(endpoint, 1_000)
    expect(endpoint.requests.length).toBeLessThan(60)
  })

  test('returns no more than half a megabyte in one of them', async () => {
    const endpoint = simulate({ countsRequests: true, bytesOfCall: 128 * 1024 }, LEARNT)
    await callAll(endpoint, 400)
    expect(endpoint.requests.slice(20).every((calls) => calls <= 4)).toBe(true)
  })

  test('refuses single calls of a batch, each for itself', async () => {
    const reverted = fault('reverted')
    const answer = ({ params: [number] }: Call): Outcome => (number === 2 ? { fault: reverted } : { result: number })
    const { batcher } = simulate({ countsRequests: true, answer }, LEARNT)
    const calls = numbers(4).map((number) => batcher.call({ method: 'm', params: [number] }, signal))
    const results = await ended(Promise.allSettled(calls))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    await expect(calls[2]).rejects.toBe(reverted)
  })

  test('is asked again for calls of a batch that it puts off', async () => {
    const seen = new Set<unknown>()
    const answer = ({ params: [number] }: Call): Outcome => {
      const isFirst = !seen.has(number)
      seen.add(number)
      return number === 1 && isFirst ? { fault: fault('busy', 1) } : { result: number }
    }
    const endpoint = simulate({ countsRequests: true, answer }, LEARNT)
    expect(await callAll(endpoint, 5)).toEqual(numbers(5))
  })

  test('is not asked for calls that were cancelled while they waited', async () => {
    const endpoint = simulate({ countsRequests: true }, { ...LEARNT, perSecond: 1 })
    const abort = new AbortController()
    const first = endpoint.batcher.call({ method: 'm', params: [0] }, signal)
    const kept = endpoint.batcher.call({ method: 'm', params: [1] }, signal)
    const cancelled = endpoint.batcher.call({ method: 'm', params: [2] }, abort.signal)
    abort.abort(new Error('stop'))
    await expect(cancelled).rejects.toThrow('stop')
    expect(await ended(Promise.all([first, kept]))).toEqual([0, 1])
    expect(endpoint.requests.reduce((sum, calls) => sum + calls)).toBe(2)
  })

  test('and counts calls by now is read by single calls again', async () => {
    const endpoint = simulate({}, LEARNT)
    expect(await callAll(endpoint, 300)).toEqual(numbers(300))
    expect(endpoint.refused.filter((calls) => calls > 10).length).toBeLessThanOrEqual(10)
    expect(endpoint.stored()).toMatchObject({ callsPerRequest: 1 })
  })

  test('that is away keeps the size of its batches', async () => {
    let isAway = true
    const answer = ({ params: [number] }: Call): Outcome => (isAway ? { fault: fault('unreachable') } : { result: number })
    const endpoint = simulate({ countsRequests: true, answer }, LEARNT)
    const calls = numbers(8).map((number) => endpoint.batcher.call({ method: 'm', params: [number] }, signal))
    const results = await ended(Promise.allSettled(calls))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    isAway = false
    await callAll(endpoint, 200)
    expect(Math.max(...endpoint.requests)).toBe(50)
  })
})
