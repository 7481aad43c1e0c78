import { describe, expect, test } from 'vitest'
import { forResume, missingNeed, newStage, outcome, READ_PLAN, secondsLeft } from './plan.ts'

const fresh = READ_PLAN.map(newStage)
const withState = (name: string, state: 'done' | 'failed' | 'skipped' | 'running') =>
  fresh.map((stage) => (stage.name === name ? { ...stage, state, message: state === 'failed' ? 'node down' : null } : stage))

describe('the plan of a read', () => {
  test('every need stands before the stage that has it', () => {
    READ_PLAN.forEach((plan, i) => {
      for (const need of plan.needs) expect(READ_PLAN.findIndex((other) => other.name === need)).toBeLessThan(i)
    })
  })

  test('a stage runs only after what it needs is done', () => {
    const trades = READ_PLAN.find((plan) => plan.name === 'trades')
    if (trades === undefined) throw new Error('no trades stage')
    expect(missingNeed(trades, withState('pools', 'done'))).toBeNull()
    expect(missingNeed(trades, withState('pools', 'failed'))).toBe('pools')
    expect(missingNeed(trades, fresh)).toBe('pools')
  })

  test('resume keeps what is done and begins the rest anew', () => {
    const again = forResume(
      withState('token', 'done').map((stage) => (stage.name === 'trades' ? { ...stage, state: 'failed' as const, message: 'x', done: 5 } : stage)),
    )
    expect(again.map((stage) => stage.state)).toEqual(['done', ...Array.from({ length: 7 }, () => 'waiting')])
    expect(again.find((stage) => stage.name === 'trades')).toMatchObject({ done: 0, message: null })
  })

  test('one failed stage fails the job with its sentence; a skipped one does not', () => {
    expect(outcome(withState('trades', 'failed'))).toEqual({ state: 'failed', error: 'node down' })
    expect(outcome(withState('funding', 'skipped'))).toEqual({ state: 'done', error: null })
  })

  test('seconds left follow the rate of the running stage and are unknown before its first progress', () => {
    const running = { ...newStage({ name: 'transfers', unit: 'blocks', needs: [] }), state: 'running' as const, started_at: 100 }
    expect(secondsLeft([{ ...running, done: 250, total: 1_000 }], 110)).toBe(30)
    expect(secondsLeft([{ ...running, done: 0, total: 1_000 }], 110)).toBeNull()
    expect(secondsLeft([{ ...running, done: 5, total: null }], 110)).toBeNull()
  })
})
