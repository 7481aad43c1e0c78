import type { CaseRecord, ChangedCase } from '../../../../src-shared/contract/records/cases.ts'
import type { CaseChange } from '../../../../src-shared/domain/cases/case.ts'
import { planChanges } from '../../../../src-shared/domain/cases/commands.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { saveOwner } from './case-members.ts'
import { applyChanges, caseFile, valuesOf, type CaseFileRow } from './case-rows.ts'
import { appendStep, nextStep, START, stepOf, walkTo } from './case-steps.ts'
import { caseRecord, readCaseState } from './cases.ts'
import { indexCase } from './search/search-index.ts'
import type { Write } from '../calls.ts'

export const createCase: Write<'createCase'> = (db, { id, name, at, owner = null }) => {
  db.run(sql`INSERT INTO case_file (id, name, created_at, changed_at, revision, step) VALUES (${id}, ${name}, ${at}, ${at}, 0, ${START})`)
  appendStep(db, id, { step: START, parent: null, at, changes: [] })
  saveOwner(db, id, owner)
  indexCase(db, id)
  return stored(db, id)
}

export const changeCase: Write<'changeCase'> = (db, { id, revision, command, at }) => {
  const { step } = caseAt(db, id, revision)
  const next = nextStep(db, id)
  const changes = planChanges(valuesOf(db, id), command, { at, newId: String(next) })
  if (changes === null) throw new AppError('not_found', { message: `This ${command.op.split('_')[1] ?? 'part'} no longer exists.` })
  if (changes.length === 0) return changed(db, id, [])
  applyChanges(db, id, changes)
  appendStep(db, id, { step: next, parent: step, at, changes })
  saveStep(db, id, next, at)
  return changed(db, id, changes)
}

export const moveCase: Write<'moveCase'> = (db, { id, revision, to, at }) => {
  const { step: from } = caseAt(db, id, revision)
  const current = stepOf(db, id, from)
  const target = to === 'undo' ? current?.parent : to === 'redo' ? current?.redo : to
  if (target === null || target === undefined) throw new AppError('conflict', { message: `There is nothing to ${to} in this case.` })
  if (stepOf(db, id, target) === null) throw new AppError('not_found', { message: `This case has no step ${target}.` })
  if (target === from) return changed(db, id, [])
  const walked = walkTo(db, id, from, target)
  saveStep(db, id, target, at)
  const [only] = walked
  return changed(db, id, only !== undefined && walked.length === 1 ? only : null)
}

/** @throws AppError `not_found`, or `conflict` if the case was changed since `revision` */
export function caseAt(db: WriteDb, id: string, revision: number): CaseFileRow {
  const row = caseFile(db, id)
  if (row === undefined) throw noCase()
  if (row.revision !== revision) {
    throw new AppError('conflict', {
      message: `This case was changed elsewhere since revision ${revision} and is at revision ${row.revision} now. Read it again, then repeat the change.`,
      currentRevision: row.revision,
    })
  }
  return row
}

function saveStep(db: WriteDb, id: string, step: number, at: number): void {
  db.run(sql`UPDATE case_file SET step = ${step}, revision = revision + 1, changed_at = ${at} WHERE id = ${id}`)
}

const noCase = (): AppError => new AppError('not_found', { message: 'This case does not exist.' })

function changed(db: WriteDb, id: string, changes: CaseChange[] | null): ChangedCase {
  const state = readCaseState(db, id)
  if (state === undefined) throw noCase()
  return { ...state, changes }
}

export function stored(db: WriteDb, id: string): CaseRecord {
  const record = caseRecord(db, id)
  if (record === null) throw noCase()
  return record
}
