import { describe, expect, test } from 'vitest'
import { forResume, inOrder, missingNeed, newStage, outcome, planFor, READ_PLAN, stageSecondsLeft } from './plan.ts'

const LISTED = planFor({ holderSource: 'listed' })
const fresh = READ_PLAN.map(newStage)
const withState = (name: string, state: 'done' | 'failed' | 'skipped' | 'running') =>
  fresh.map((stage) => (stage.name === name ? { ...stage, state, message: state === 'failed' ? 'node down' : null } : stage))

describe('the plan of a read', () => {
  const plansBySource = [
    ['replayed', READ_PLAN],
    ['listed', LISTED],
    ['listed page by page', planFor({ holderSource: 'listed', sampleHolders: () => Promise.resolve(null) })],
  ] as const
  test.each(plansBySource)('every stage comes after the stages that it needs (holders %s)', (_source, plans) => {
    plans.forEach((plan, i) => {
      for (const need of plan.needs) expect(plans.findIndex((other) => other.name === need)).toBeLessThan(i)
    })
  })

  test('where the chain lists holders, a job keeps its done stages and reads holders before pools', () => {
    const stages = inOrder(LISTED, withState('transfers', 'done'))
    const names = stages.map((stage) => stage.name)
    expect(names).toEqual(LISTED.map(({ name }) => name))
    expect(names.indexOf('holders')).toBeLessThan(names.indexOf('pools'))
    expect(stages.find((stage) => stage.name === 'transfers')?.state).toBe('done')
  })

  test('a stage runs only after the stages that it needs are done', () => {
    const trades = READ_PLAN.find((plan) => plan.name === 'trades')
    if (trades === undefined) throw new Error('no trades stage')
    expect(missingNeed(trades, withState('pools', 'done'))).toBeNull()
    expect(missingNeed(trades, withState('pools', 'failed'))).toBe('pools')
    expect(missingNeed(trades, fresh)).toBe('pools')
  })

  test('resuming keeps done stages and restarts the others', () => {
    const again = forResume(
      withState('token', 'done').map((stage) => (stage.name === 'trades' ? { ...stage, state: 'failed' as const, message: 'x', done: 5 } : stage)),
    )
    expect(again.map((stage) => stage.state)).toEqual(['done', ...Array.from({ length: READ_PLAN.length - 1 }, () => 'waiting')])
    expect(again.find((stage) => stage.name === 'trades')).toMatchObject({ done: 0, message: null })
  })

  test('a failed stage fails the job with its message; a skipped one does not', () => {
    expect(outcome(withState('trades', 'failed'))).toEqual({ state: 'failed', error: 'node down' })
    expect(outcome(withState('funding', 'skipped'))).toEqual({ state: 'done', error: null })
  })

  test('seconds left follow the rate of the running stage and are unknown before its first progress', () => {
    const running = { ...newStage({ name: 'transfers', unit: 'blocks' }), state: 'running' as const, started_at: 100 }
    expect(stageSecondsLeft([{ ...running, done: 250, total: 1_000 }], 110)).toBe(30)
    expect(stageSecondsLeft([{ ...running, done: 0, total: 1_000 }], 110)).toBeNull()
    expect(stageSecondsLeft([{ ...running, done: 5, total: null }], 110)).toBeNull()
  })
})
