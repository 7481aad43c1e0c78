import type { CaseRecord, CaseSummary, ChangedCase } from '../../../../src-shared/contract/records/cases.ts'
import { describeStep } from '../../../../src-shared/domain/cases/step-text.ts'
import type { ReadDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { graphsOf, thresholdsOf, viewsOf } from './case-graphs.ts'
import { partsOf } from './case-parts.ts'
import { caseFile, caseRow, type CaseFileRow } from './case-rows.ts'
import { START, stepOf, stepsAhead, stepsBelow, stepsUpTo } from './case-steps.ts'
import type { Read } from '../calls.ts'

export const cases: Read<'cases'> = (db) =>
  db.all<CaseSummary>(sql`
    SELECT id, name, created_at, changed_at, revision,
      (SELECT count(*) FROM case_item WHERE case_id = case_file.id) AS items,
      (SELECT count(*) FROM case_note WHERE case_id = case_file.id) AS notes,
      (SELECT count(*) FROM case_finding WHERE case_id = case_file.id) AS findings,
      (SELECT count(*) FROM case_tag WHERE case_id = case_file.id) AS tags
    FROM case_file WHERE id NOT IN (SELECT id FROM deleted_case) ORDER BY changed_at DESC, created_at DESC, id`)

export const caseRecord: Read<'caseRecord'> = (db, id) => {
  const row = caseFile(db, id)
  return row === undefined ? null : toRecord(db, row)
}

/** The case of a case file. */
export function caseOfFile(db: ReadDb, id: string): CaseRecord | null {
  const row = caseRow(db, id)
  return row === undefined ? null : toRecord(db, row)
}

/** Undefined for a case that is deleted or does not exist. */
export function readCaseState(db: ReadDb, id: string): Omit<ChangedCase, 'changes'> | undefined {
  const row = caseFile(db, id)
  return row === undefined ? undefined : toCaseState(db, row)
}

function toCaseState(db: ReadDb, row: CaseFileRow): Omit<ChangedCase, 'changes'> {
  const current = stepOf(db, row.id, row.step)
  const next = stepOf(db, row.id, current?.redo ?? null)
  return {
    ...row,
    undo: current === null || current.step === START ? null : describeStep(current.changes),
    redo: next === null ? null : describeStep(next.changes),
  }
}

function toRecord(db: ReadDb, row: CaseFileRow): CaseRecord {
  const { id } = row
  return {
    ...toCaseState(db, row),
    items: partsOf(db, 'item', id),
    notes: partsOf(db, 'note', id),
    findings: partsOf(db, 'finding', id),
    tags: partsOf(db, 'tag', id),
    entities: partsOf(db, 'entity', id),
    graphs: graphsOf(db, id),
    thresholds: thresholdsOf(db, id),
    views: viewsOf(db, id),
  }
}

export const caseHistory: Read<'caseHistory'> = (db, { id, before, limit }) => {
  const row = caseFile(db, id)
  if (row === undefined) return null
  const done = new Set(stepsUpTo(db, id, row.step))
  const ahead = new Set(stepsAhead(db, id, row.step))
  return stepsBelow(db, id, before, limit).map(({ step, parent, at, changes }) => ({
    step,
    parent,
    at,
    text: describeStep(changes),
    state: step === row.step ? 'current' : done.has(step) ? 'done' : ahead.has(step) ? 'undone' : 'abandoned',
  }))
}
