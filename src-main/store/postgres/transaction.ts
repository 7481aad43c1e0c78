import type { AtomicScope } from '../connection/handle.ts'
import type { Fence } from '../fence.ts'
import { NAMES, locksOf } from './locks.ts'
import { retried } from './faults.ts'
import type { Step, StepResult } from './session/messages.ts'
import type { Session } from './session/session.ts'

/** One transaction at a time on a session. It begins with its first statement, in the same trip. */
export interface Transactions {
  run(steps: readonly Step[]): readonly StepResult[]
  /** Reads from one snapshot, in one round trip. If a transaction begins with this, its later reads may see a newer snapshot. */
  together(steps: readonly Step[]): readonly StepResult[]
  /** Reads rows that never change, inside or outside of the transaction. */
  apart(steps: readonly Step[]): readonly StepResult[]
  /** Everything is read from one snapshot. Nothing is committed. */
  reading<T>(work: () => T): T
  /** Retries work that conflicted with another transaction. */
  writing<T>(scope: AtomicScope | undefined, work: () => T): T
}

const once = (text: string): Step => ({ text, rows: [[]] })
const READ = once('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
const WRITE = once('BEGIN')
const COMMIT = once('COMMIT')
const ROLLBACK = once('ROLLBACK')
const KEY = `hashtextextended(current_schema() || ' ' || $1, 0)`
export const lockStep = (names: readonly string[]): Step => ({ text: `SELECT pg_advisory_xact_lock(${KEY})`, rows: names.map((name) => [name]) })
const shareStep = (name: string): Step => ({ text: `SELECT pg_advisory_xact_lock_shared(${KEY})`, rows: [[name]] })

const fenceSteps = (fence: Fence | undefined): Step[] =>
  fence === undefined ? [] : [{ text: 'SELECT pass_fence($1, $2)', rows: [[fence.resource, fence.revision]] }]

export function createTransactions(session: Session): Transactions {
  let isOpen = false
  let begin: readonly Step[] = []
  let failed: unknown = null

  function run(steps: readonly Step[]): readonly StepResult[] {
    // After a lost connection, the next statement would run outside of the transaction.
    if (failed !== null) throw failed
    const before = begin
    begin = []
    try {
      return session.run([...before, ...steps]).slice(before.length)
    } catch (error) {
      if (isOpen) failed = error
      throw error
    }
  }

  /** A transaction without statements has not begun. */
  function inside<T>(start: readonly Step[], work: () => T, commits: boolean): T {
    isOpen = true
    begin = start
    try {
      const value = work()
      if (failed !== null) throw failed
      if (commits && begin.length === 0) {
        session.run([COMMIT])
        begin = start
      }
      return value
    } finally {
      if (begin.length === 0) session.send([ROLLBACK])
      isOpen = false
      begin = []
      failed = null
    }
  }

  const hasBegun = (): boolean => isOpen && begin[0] !== READ

  function together(steps: readonly Step[]): readonly StepResult[] {
    if (hasBegun()) return run(steps)
    try {
      return session.run([READ, ...steps, ROLLBACK]).slice(1, -1)
    } catch (error) {
      session.send([ROLLBACK])
      throw error
    }
  }

  return {
    run,
    together,
    apart: (steps) => (hasBegun() ? run(steps) : session.run(steps)),
    reading: (work) => (isOpen ? work() : inside([READ], work, false)),
    writing(scope, work) {
      if (isOpen) return work()
      const locks = scope === undefined ? [lockStep([NAMES])] : [shareStep(NAMES), lockStep(locksOf(scope.calls)), ...fenceSteps(scope.fence)]
      return retried(() => inside([WRITE, ...locks], work, true))
    },
  }
}
