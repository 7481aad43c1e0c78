import { expect, test } from 'vitest'
import { FREE_PLANS, type ProviderPlan } from '../../../../e2e/fixtures/provider/plans.ts'
import { createRateLimiter } from '../../../../e2e/fixtures/provider/rate.ts'
import { EndpointPace } from './endpoint-pace.ts'

const LATENCY_MS = 100
const STEP_MS = 5

/** Calls methods as often as the pace allows, in simulated time. Returns the answers by method from the given second on. */
function play(plan: ProviderPlan, methods: readonly string[], args: { seconds: number; from: number; text?: string }) {
  let now = 0
  const limiter = createRateLimiter(plan, () => now)
  const pace = new EndpointPace(null, 0)
  const arrivals: { at: number; method: string; sentAt: number; waitMs: number }[] = []
  const answers = new Map(methods.map((method) => [method, 0]))
  let turn = 0
  for (; now < args.seconds * 1_000; now += STEP_MS) {
    while (arrivals[0] !== undefined && arrivals[0].at <= now) {
      const { method, sentAt, waitMs } = arrivals.shift() as (typeof arrivals)[number]
      if (waitMs > 0) pace.refused(method, { now, sentAt, retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000, text: args.text ?? 'Too many requests' })
      else {
        pace.answered(method, now, sentAt)
        if (now >= args.from * 1_000) answers.set(method, (answers.get(method) ?? 0) + 1)
      }
    }
    for (let tried = 0; tried < methods.length && arrivals.length < 16; tried++) {
      const method = methods[(turn + tried) % methods.length] as string
      if (pace.waitMs(method, now) > 0) continue
      turn += tried + 1
      tried = -1
      pace.sent(method, now, now - STEP_MS)
      arrivals.push({ at: now + LATENCY_MS, method, sentAt: now, waitMs: limiter.take([method]) })
    }
  }
  return { pace, answers: Object.fromEntries(answers) }
}

const { rate, methodRate } = FREE_PLANS.solanaPublic
const METHODS = ['getTransaction', 'getBlock', 'getSignaturesForAddress']

test('one limit over all methods is not taken for a limit of each', () => {
  const { pace, answers } = play({ rate: { calls: 10, seconds: 1 } }, METHODS, { seconds: 120, from: 60 })
  expect(pace.learnt.methods).toEqual({})
  expect(Object.values(answers).reduce((sum, count) => sum + count)).toBeGreaterThan(0.94 * 600)
})

test('a method with a limit of its own does not hold back the others', () => {
  const { pace, answers } = play({ methodRates: { getTransaction: { calls: 4, seconds: 1 } } }, METHODS, { seconds: 120, from: 60 })
  expect(Object.keys(pace.learnt.methods)).toEqual(['getTransaction'])
  expect(pace.learnt.methods['getTransaction']).toBeCloseTo(4, 0)
  expect(answers['getTransaction']).toBeGreaterThan(0.9 * 240)
  expect(answers['getBlock']).toBeGreaterThan(1_000)
})

test('the limits of the public Solana endpoints are used, all of them together', () => {
  const text = 'Too many requests for a specific RPC call'
  const { answers } = play({ methodRate }, METHODS, { seconds: 180, from: 60, text })
  for (const method of METHODS) expect(answers[method]).toBeGreaterThan(0.93 * 480)
  const both = play({ rate, methodRate }, METHODS, { seconds: 180, from: 60 }).answers
  expect(Object.values(both).reduce((sum, count) => sum + count)).toBeGreaterThan(0.9 * 1_200)
})

test.each([
  ['called alike', METHODS],
  ['of which two are rarely called', [...Array.from({ length: 18 }, () => 'getTransaction'), 'getBlock', 'getSignaturesForAddress']],
])('refusals at random are not taken for limits of methods %s', (_, methods) => {
  const { pace, answers } = play({ overloaded: 0.0125 }, methods, { seconds: 180, from: 60 })
  expect(pace.learnt).toEqual({ perSecond: null, methods: {} })
  const perSecond = 16 / (LATENCY_MS / 1_000)
  expect(Object.values(answers).reduce((sum, count) => sum + count)).toBeGreaterThan(0.9 * perSecond * 120)
})

test('hundreds of refusals at random are not taken for a limit of the method that is called most', () => {
  const pace = new EndpointPace(null, 0)
  const limiter = createRateLimiter({ overloaded: 0.3 })
  // One call at a time, so that each refusal counts.
  for (let number = 0; number < 4_000; number++) {
    const method = number % 20 === 0 ? 'getBlock' : 'getTransaction'
    const sentAt = number * LATENCY_MS
    pace.sent(method, sentAt, null)
    const now = sentAt + LATENCY_MS
    if (limiter.take([method]) === 0) pace.answered(method, now, sentAt)
    else pace.refused(method, { now, sentAt, retryAfterMs: null, text: 'Too many requests' })
  }
  expect(pace.learnt.methods).toEqual({})
})

test('a method that is rarely called and has a limit of its own does not hold back the others', () => {
  const methods = [...Array.from({ length: 9 }, () => 'getTransaction'), 'getBlock']
  const { pace, answers } = play({ methodRates: { getBlock: { calls: 2, seconds: 1 } }, overloaded: 0.0125 }, methods, { seconds: 180, from: 60 })
  expect(Object.keys(pace.learnt.methods)).toEqual(['getBlock'])
  expect(answers['getBlock']).toBeGreaterThan(0.8 * 240)
  expect(answers['getTransaction']).toBeGreaterThan(10_000)
})

test('what was learnt is where the next start begins', () => {
  const learnt = { perSecond: 10, methods: { getTransaction: 4 } }
  const pace = new EndpointPace(learnt, 0)
  pace.sent('getTransaction', 0, null)
  expect(pace.waitMs('getTransaction', 0)).toBeCloseTo(250)
  expect(pace.waitMs('getBlock', 0)).toBeCloseTo(100)
  expect(pace.learnt).toEqual(learnt)
})

test('calls refused together count once, so a run of one method is not taken for its own limit', () => {
  const pace = new EndpointPace(null, 0)
  for (let i = 0; i < 20; i++) {
    pace.sent('eth_getCode', i, null)
    pace.answered('eth_getCode', i + 1, i)
  }
  for (let i = 0; i < 16; i++) pace.sent('eth_getLogs', 100, null)
  for (let i = 0; i < 16; i++) pace.refused('eth_getLogs', { now: 200 + i, sentAt: 100, retryAfterMs: 1_000, text: 'Too many requests' })
  expect(pace.learnt.methods).toEqual({})
  expect(pace.learnt.perSecond).not.toBeNull()
})
