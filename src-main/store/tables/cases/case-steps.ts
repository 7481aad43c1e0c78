import type { CaseChange } from '../../../../src-shared/domain/cases/case.ts'
import { invertChanges } from '../../../../src-shared/domain/cases/commands.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { applyChanges } from './case-rows.ts'

/**
 * The history of a case is a tree of steps. Each step has its changes with the values before and after, so it can be redone and undone. `redo` is the
 * next step of the branch that the case was last on. Steps off that branch are abandoned but stay reachable.
 */
export interface Step {
  readonly step: number
  /** Null for the start, which is step 0. */
  readonly parent: number | null
  readonly redo: number | null
  readonly at: number
  readonly changes: CaseChange[]
}

export const START = 0

export const stepOf = (db: ReadDb, id: string, step: number | null): Step | null =>
  selectSteps(db, sql`case_id = ${id} AND step = ${step}`)[0] ?? null

/** Newest first. */
export const stepsBelow = (db: ReadDb, id: string, below: number | null, limit: number): Step[] =>
  selectSteps(db, sql`case_id = ${id} AND step < ${below ?? Number.MAX_SAFE_INTEGER} ORDER BY step DESC LIMIT ${limit}`)

function selectSteps(db: ReadDb, where: Query): Step[] {
  const rows = db.all<Omit<Step, 'changes'> & { changes: string }>(sql`SELECT step, parent, redo, at, changes FROM case_step WHERE ${where}`)
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as CaseChange[] }))
}

/** Steps from this one back to the start. */
export const stepsUpTo = (db: ReadDb, id: string, step: number): number[] =>
  db
    .arrays<[number]>(
      sql`
        WITH RECURSIVE up(step, parent) AS (
          SELECT step, parent FROM case_step WHERE case_id = ${id} AND step = ${step}
          UNION ALL SELECT s.step, s.parent FROM up JOIN case_step s ON s.case_id = ${id} AND s.step = up.parent)
        SELECT step FROM up`,
    )
    .map(([each]) => each)

/** Steps that redo would make, in order. */
export const stepsAhead = (db: ReadDb, id: string, step: number): number[] =>
  db
    .arrays<[number]>(
      sql`
        WITH RECURSIVE ahead(step, redo) AS (
          SELECT step, redo FROM case_step WHERE case_id = ${id} AND step = ${step}
          UNION ALL SELECT s.step, s.redo FROM ahead JOIN case_step s ON s.case_id = ${id} AND s.step = ahead.redo)
        SELECT step FROM ahead WHERE step <> ${step}`,
    )
    .map(([each]) => each)

export const nextStep = (db: ReadDb, id: string): number =>
  (db.get<{ last: number | null }>(sql`SELECT max(step) AS last FROM case_step WHERE case_id = ${id}`)?.last ?? START) + 1

/** Stores a step and makes it the redo step of its parent. */
export function appendStep(db: WriteDb, id: string, { step, parent, at, changes }: Omit<Step, 'redo'>): void {
  db.run(sql`
    INSERT INTO case_step (case_id, step, parent, redo, at, changes) VALUES (${id}, ${step}, ${parent}, NULL, ${at}, ${JSON.stringify(changes)})`)
  if (parent !== null) setRedo(db, id, parent, step)
}

/**
 * Undoes and redoes steps until the case is at `to`. Returns the changes of each step, in the order of the walk.
 *
 * @throws AppError if a step in between is missing, which can happen in a salvaged file
 */
export function walkTo(db: WriteDb, id: string, from: number, to: number): CaseChange[][] {
  const up = stepsUpTo(db, id, to)
  const onWay = new Set(up)
  const walked: CaseChange[][] = []
  const apply = (changes: CaseChange[]): void => {
    applyChanges(db, id, changes)
    walked.push(changes)
  }
  let at: number | null = from
  while (at !== null && !onWay.has(at)) {
    const step: Step = knownStep(db, id, at)
    apply(invertChanges(step.changes))
    at = step.parent
  }
  if (at === null) throw lostStep()
  for (const next of up.slice(0, up.indexOf(at)).toReversed()) {
    const step = knownStep(db, id, next)
    if (step.parent !== null) setRedo(db, id, step.parent, next)
    apply(step.changes)
  }
  return walked
}

function knownStep(db: ReadDb, id: string, step: number): Step {
  const known = stepOf(db, id, step)
  if (known === null) throw lostStep()
  return known
}

const lostStep = (): AppError => new AppError('conflict', { message: 'A part of the history of this case is lost, and this step is beyond it.' })

const setRedo = (db: WriteDb, id: string, step: number, redo: number): void =>
  void db.run(sql`UPDATE case_step SET redo = ${redo} WHERE case_id = ${id} AND step = ${step}`)
