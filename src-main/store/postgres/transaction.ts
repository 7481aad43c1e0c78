import { NAMES, locksOf, type WriteScope } from './locks.ts'
import { isInTheWay } from './faults.ts'
import type { Step, StepResult } from './session/messages.ts'
import type { Session } from './session/session.ts'

/** One transaction at a time on a session. It begins with its first statement, in the same trip. */
export interface Transactions {
  readonly isOpen: boolean
  run(steps: readonly Step[]): readonly StepResult[]
  /** Everything is read as at one moment. Nothing stays of it. */
  reading<T>(work: () => T): T
  /** Repeats work that another transaction was in the way of. */
  writing<T>(scope: readonly WriteScope[] | null, first: readonly Step[], work: () => T): T
}

const TRIES = 5

const once = (text: string): Step => ({ text, rows: [[]] })
const READ = once('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
const WRITE = once('BEGIN')
const COMMIT = once('COMMIT')
const ROLLBACK = once('ROLLBACK')
const KEY = `hashtextextended(current_schema() || ' ' || $1, 0)`
export const lockStep = (names: readonly string[]): Step => ({ text: `SELECT pg_advisory_xact_lock(${KEY})`, rows: names.map((name) => [name]) })
const shareStep = (name: string): Step => ({ text: `SELECT pg_advisory_xact_lock_shared(${KEY})`, rows: [[name]] })

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

  function inside<T>(start: readonly Step[], end: (hasBegun: boolean, isDone: boolean) => void, work: () => T): T {
    isOpen = true
    begin = start
    let isDone = false
    try {
      const result = work()
      isDone = true
      return result
    } finally {
      const hasBegun = begin.length === 0
      const rolls = !isDone || failed !== null
      isOpen = false
      begin = []
      failed = null
      end(hasBegun, !rolls)
    }
  }

  function attempt<T>(start: readonly Step[], work: () => T): T {
    let result: { value: T } | null = null
    inside(
      start,
      (hasBegun, isDone) => {
        if (!hasBegun) return
        if (isDone) session.run([COMMIT])
        else session.send([ROLLBACK])
      },
      () => (result = { value: work() }),
    )
    return (result as unknown as { value: T }).value
  }

  return {
    get isOpen() {
      return isOpen
    },
    run,
    reading: (work) => (isOpen ? work() : inside([READ], (hasBegun) => void (hasBegun && session.send([ROLLBACK])), work)),
    writing(scope, first, work) {
      if (isOpen) return work()
      const locks = scope === null ? [lockStep([NAMES])] : [shareStep(NAMES), lockStep(locksOf(scope))]
      for (let left = TRIES; ; left--) {
        try {
          return attempt([WRITE, ...locks, ...first], work)
        } catch (error) {
          if (left === 0 || !isInTheWay(error)) throw error
        }
      }
    },
  }
}
