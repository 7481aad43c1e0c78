import { expect, test } from 'vitest'
import { callsText, remainingTimeText } from '../../../src-shared/domain/job-estimate.ts'
import type { JobStage, StageName } from '../../../src-shared/contract/records/jobs.ts'
import { CallEstimator } from './estimate.ts'
import { newStage, planFor } from './plan.ts'

const PLAN = planFor({ holderSource: 'listed' })

/** The stages of a read in which every stage before `name` is done. */
function stagesAt(name: StageName, running: Partial<JobStage>): JobStage[] {
  const place = PLAN.findIndex((plan) => plan.name === name)
  return PLAN.map((plan, i) => {
    const done = plan.name === 'holders' ? { done: 50_000, total: 50_000 } : {}
    if (i < place) return { ...newStage(plan), state: 'done', ...done }
    return i === place ? { ...newStage(plan), state: 'running', ...running } : newStage(plan)
  })
}

test('before anything was read only a lower bound is known, and no pace', () => {
  const { job, callsPerSecond } = new CallEstimator().estimate(PLAN, stagesAt('token', {}), { atMs: 0, calls: 0 })
  expect(job.at_most).toBeNull()
  expect(job.at_least).toBeGreaterThan(100)
  expect(callsPerSecond).toBeNull()
})

test('the running stage is measured by its own calls for each unit, over all of it and over the last minute', () => {
  const estimator = new CallEstimator()
  const at = (seconds: number, calls: number, done: number) =>
    estimator.estimate(PLAN, stagesAt('funding', { done, total: 700 }), { atMs: seconds * 1_000, calls })
  at(0, 500, 0)
  at(100, 1_500, 100)
  const { stages, callsPerSecond } = at(160, 2_100, 220)
  // 1,600 calls for 220 wallets, most recently 600 for 120.
  expect(stages.funding).toEqual({ at_least: (600 / 120) * 480, at_most: Math.ceil((1_600 / 220) * 480) })
  expect(callsPerSecond).toBe(10)
})

test('the time is that of all stages, and unknown at most while a later stage is', () => {
  const estimator = new CallEstimator()
  estimator.estimate(PLAN, stagesAt('funding', { done: 0, total: 700 }), { atMs: 0, calls: 0 })
  const { job, stages } = estimator.estimate(PLAN, stagesAt('funding', { done: 100, total: 700 }), { atMs: 30_000, calls: 300 })
  expect(stages.funding).toEqual({ at_least: 1_800, at_most: 1_800 })
  // No measurement covers the older trades.
  expect(stages.history).toBeUndefined()
  expect(job).toEqual({ at_least: 1_800, at_most: null })
})

test('older trades take at least what the newest ones took, and more where there were more', () => {
  const estimator = new CallEstimator()
  const newest = { total: 1_000_000, done: 20_000 }
  estimator.estimate(PLAN, stagesAt('trades', { total: 1_000_000 }), { atMs: 0, calls: 0 })
  const running = estimator.estimate(PLAN, stagesAt('trades', newest), { atMs: 100_000, calls: 1_000 })
  // Not more than its own share of all trades.
  expect(running.stages.trades?.at_most).toBeLessThanOrEqual(4_200)
  expect(running.stages.history).toEqual({ at_least: 49_000 - (running.stages.trades?.at_most ?? 0), at_most: null })
  const stages = stagesAt('transfers', {}).map((stage) => (stage.name === 'trades' ? { ...stage, ...newest } : stage))
  expect(estimator.estimate(PLAN, stages, { atMs: 100_000, calls: 1_000 }).stages.history).toEqual({ at_least: 49_000, at_most: null })
})

test('texts give two digits, a range where the ends differ, and say what is only a lower bound', () => {
  expect(callsText({ least: 1_234, most: null })).toBe('at least 1,200 calls')
  expect(callsText({ least: 1, most: null })).toBe('at least 1 call')
  expect(callsText({ least: 49_000, most: 50_100 })).toBe('about 51,000 calls')
  expect(callsText({ least: 40, most: 95 })).toBe('40 to 95 calls')
  expect([callsText({ least: 0, most: null }), callsText({ least: 0, most: 0 })]).toEqual([null, null])
  expect([callsText({ least: 0, most: 20 }), remainingTimeText({ least: 1, most: 1_000 })]).toEqual(['up to 20 calls', 'up to 17 min'])
  expect(remainingTimeText({ least: 12, most: 40 })).toBe('12 to 40 s')
  expect(remainingTimeText({ least: 700, most: null })).toBe('at least 11 min')
  expect(remainingTimeText({ least: 3_500, most: 3_560 })).toBe('about 60 min')
  expect(remainingTimeText({ least: 100_000, most: 180_000 })).toBe('27 to 50 h')
})
