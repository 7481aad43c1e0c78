import { describe, expect, test } from 'vitest'
import type { Rate } from '../../../../e2e/fixtures/provider/plans.ts'
import { createRateLimiter } from '../../../../e2e/fixtures/provider/rate.ts'
import { Pace } from './pace.ts'

/** Returns 0 if a call at the time is allowed, else milliseconds to wait. */
type Limiter = (now: number) => number

function bucket(rate: Rate, overloaded = 0): Limiter {
  let at = 0
  const limiter = createRateLimiter({ rate, overloaded }, () => at)
  return (now) => {
    at = now
    return limiter.take(['any'])
  }
}

function fixedWindow(calls: number, ms: number): Limiter {
  let window = -1
  let count = 0
  return (now) => {
    if (Math.floor(now / ms) !== window) count = 0
    window = Math.floor(now / ms)
    count += 1
    return count <= calls ? 0 : (window + 1) * ms - now
  }
}

interface Played {
  readonly answers: (fromSecond: number, toSecond: number) => number
  readonly refusals: (fromSecond: number, toSecond: number) => number
  readonly pace: Pace
}

const IN_FLIGHT = 16

interface PlayArgs {
  readonly seconds: number
  readonly latencyMs?: number
  readonly namesWait?: boolean
  readonly learnt?: number
  /** How many calls the client makes at once. Default: `IN_FLIGHT`, so that it always has another call to make. */
  readonly inFlight?: (now: number) => number
}

/** A client in simulated time. */
function play(limiter: Limiter, args: PlayArgs): Played {
  const { seconds, latencyMs = 100, namesWait = true, learnt = null, inFlight = () => IN_FLIGHT } = args
  const pace = new Pace(learnt, 0)
  const arrivals: { at: number; sentAt: number; waitMs: number | null }[] = []
  const answered: number[] = []
  const refused: number[] = []
  let waitedSince: number | null = null
  for (let now = 0; now < seconds * 1_000;) {
    let waitMs = Number.POSITIVE_INFINITY
    while (arrivals.length < inFlight(now) && (waitMs = pace.waitMs(now)) <= 0) {
      pace.sent(now, waitedSince)
      waitedSince = null
      arrivals.push({ at: now + latencyMs, sentAt: now, waitMs: limiter(now + latencyMs / 2) })
    }
    if (arrivals.length < inFlight(now)) waitedSince ??= now
    const next = arrivals[0]
    if (next === undefined || next.at > now + waitMs) {
      now += waitMs + 0.5
      continue
    }
    arrivals.shift()
    now = next.at
    if (next.waitMs === 0) {
      answered.push(now)
      pace.answered(now, next.sentAt)
    } else {
      refused.push(now)
      pace.refused(now, next.sentAt, namesWait ? Math.ceil((next.waitMs ?? 0) / 1_000) * 1_000 : null)
    }
  }
  const between = (times: readonly number[]) => (from: number, to: number) => times.filter((at) => at >= from * 1_000 && at < to * 1_000).length
  return { answers: between(answered), refusals: between(refused), pace }
}

describe('the pace of an endpoint that allows 10 calls a second', () => {
  const TEN = { calls: 10, seconds: 1 }

  test.each([
    ['with Retry-After', true],
    ['without Retry-After', false],
  ])('uses 95 % of them in the first minute, %s', (_, namesWait) => {
    const { answers, refusals } = play(bucket(TEN), { seconds: 180, namesWait })
    expect(answers(0, 60)).toBeGreaterThanOrEqual(570)
    expect(answers(60, 180)).toBeGreaterThanOrEqual(1_140)
    expect(refusals(0, 60)).toBeLessThan(30)
    expect(refusals(60, 180)).toBeLessThan(12)
  })

  test('is kept from the start where it was learnt before', () => {
    const { answers, refusals } = play(bucket(TEN), { seconds: 60, learnt: 10 })
    expect(answers(0, 60)).toBeGreaterThanOrEqual(570)
    expect(refusals(0, 20)).toBeLessThan(6)
  })

  test('is found without a single call in reserve, too', () => {
    const { answers } = play(bucket({ ...TEN, burst: 1 }), { seconds: 180 })
    expect(answers(60, 180)).toBeGreaterThanOrEqual(0.94 * 1_200)
  })
})

test('a limit is not taken for noise when the client makes few calls now and then', () => {
  const { answers, refusals, pace } = play(bucket({ calls: 10, seconds: 1 }), {
    seconds: 120,
    inFlight: (now) => (now % 4_000 < 2_500 ? 2 : IN_FLIGHT),
  })
  expect(pace.noise).toBe(0)
  expect(answers(0, 120)).toBeGreaterThanOrEqual(0.97 * 1_200)
  expect(refusals(0, 120)).toBeLessThan(30)
})

test.each<[string, Limiter, boolean, number]>([
  ['100 calls a second', bucket({ calls: 100, seconds: 1 }), false, 100],
  ['2 calls a second', bucket({ calls: 2, seconds: 1 }), true, 2],
  ['100 calls in 10 seconds', bucket({ calls: 100, seconds: 10 }), true, 10],
  ['windows of 10 seconds with 100 calls', fixedWindow(100, 10_000), true, 10],
  ['windows of 10 seconds with 100 calls, without Retry-After', fixedWindow(100, 10_000), false, 10],
  ['windows of a second with 10 calls', fixedWindow(10, 1_000), true, 10],
])('%s: settles at what is allowed', (_, limiter, namesWait, perSecond) => {
  const { answers } = play(limiter, { seconds: 180, namesWait })
  expect(answers(60, 180)).toBeGreaterThanOrEqual(0.94 * perSecond * 120)
})

describe('an endpoint that refuses calls at random', () => {
  const MAX_PER_SECOND = IN_FLIGHT / 0.1
  test.each([
    [0.5, true],
    [0.3, true],
    [0.3, false],
    [0.1, true],
    [0.05, false],
  ])('is called as fast as it answers: %f refused, names a wait: %s', (overloaded, namesWait) => {
    const { answers, refusals } = play(bucket({ calls: 1e6, seconds: 1 }, overloaded), { seconds: 180, namesWait })
    expect(answers(60, 180)).toBeGreaterThan(0.8 * (1 - overloaded) * MAX_PER_SECOND * 120)
    expect(refusals(60, 180) / (refusals(60, 180) + answers(60, 180))).toBeLessThan(overloaded * 1.1)
  })

  test.each([
    [0.002, true],
    [0.0125, true],
    [0.0125, false],
    [0.03, true],
  ])('and few of them is called as fast as it answers from the start: %f refused, names a wait: %s', (overloaded, namesWait) => {
    const { answers, refusals } = play(bucket({ calls: 1e6, seconds: 1 }, overloaded), { seconds: 300, namesWait })
    expect(answers(0, 60)).toBeGreaterThan(0.95 * (1 - overloaded) * MAX_PER_SECOND * 60)
    expect(answers(60, 300)).toBeGreaterThan(0.98 * (1 - overloaded) * MAX_PER_SECOND * 240)
    expect(refusals(60, 300) / (refusals(60, 300) + answers(60, 300))).toBeLessThan(overloaded * 1.25)
  })

  test.each([
    ['with Retry-After', true],
    ['without Retry-After', false],
  ])('and few of them, and has a limit of 100 a second, which is used, %s', (_, namesWait) => {
    const { answers, refusals } = play(bucket({ calls: 100, seconds: 1 }, 0.0125), { seconds: 300, namesWait })
    expect(answers(0, 300)).toBeGreaterThan(0.95 * 100 * 300)
    expect(refusals(0, 300)).toBeLessThan(0.1 * 100 * 300)
  })

  test.each([
    ['with Retry-After', true],
    ['without Retry-After', false],
  ])('and has a limit of 10 a second, which is used, %s', (_, namesWait) => {
    const { answers, refusals } = play(bucket({ calls: 10, seconds: 1 }, 0.3), { seconds: 240, namesWait })
    expect(answers(60, 240)).toBeGreaterThanOrEqual(0.95 * 1_800)
    expect(refusals(60, 240)).toBeLessThan(1.5 * 1_800)
  })
})

test('an endpoint that never refuses is called as fast as it answers', () => {
  const { answers, pace } = play(() => 0, { seconds: 3, latencyMs: 2 })
  expect(answers(0, 1)).toBeGreaterThan(7_000)
  expect(pace.limit).toBeNull()
})

test('a raised limit is found within a minute, a lowered one within seconds', () => {
  const [ten, hundred] = [bucket({ calls: 10, seconds: 1 }), bucket({ calls: 100, seconds: 1 })]
  const { answers, refusals } = play((now) => (now < 60_000 || now > 180_000 ? ten(now) : hundred(now)), { seconds: 240 })
  expect(answers(150, 180)).toBeGreaterThan(0.9 * 3_000)
  expect(answers(200, 240)).toBeGreaterThan(0.93 * 400)
  expect(refusals(190, 240)).toBeLessThan(20)
})

test('an endpoint that locks callers out for half a minute is rarely called beyond its limit', () => {
  const limiter = bucket({ calls: 10, seconds: 1 })
  let lockedUntil = 0
  const { refusals, answers } = play(
    (now) => {
      if (now >= lockedUntil && limiter(now) > 0) lockedUntil = now + 30_000
      return Math.max(0, lockedUntil - now)
    },
    { seconds: 3_600 },
  )
  expect(answers(600, 3_600)).toBeGreaterThan(0.84 * 30_000)
  expect(refusals(600, 3_600)).toBeLessThan(12)
})

test('a wait that no endpoint can mean is tried after an hour', () => {
  const pace = new Pace(null, 0)
  pace.sent(0, null)
  pace.refused(100, 0, 1_767_225_600_000)
  expect(pace.pausedMs(100)).toBe(3_600_000)
})
