import type { CaseFinding, FindingEvidence } from '../../../../src-shared/contract/records/findings.ts'
import type { CaseChange, CaseItem, CaseNote, NoteTarget } from '../../../../src-shared/domain/cases/case.ts'
import type { CaseValues } from '../../../../src-shared/domain/cases/commands.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { indexChanges } from './search/search-index.ts'
import { applyEntity, applyTag, entity, tag } from './case-claims.ts'
import { applyGraphChange, graphValuesOf } from './case-graphs.ts'

/** Rows of a case, and the changes made to them. */

export interface CaseFileRow {
  readonly id: string
  readonly name: string | null
  readonly created_at: number
  readonly changed_at: number
  readonly revision: number
  /** The current step of the case. */
  readonly step: number
}

type FindingRow = Omit<CaseFinding, 'evidence'> & { readonly evidence: string }
type NoteRow = Omit<CaseNote, 'target'> & { readonly target: string }

/** The row of a case, even if the case is deleted. Case files contain no deleted cases. */
export const caseRow = (db: ReadDb, id: string): CaseFileRow | undefined => db.get<CaseFileRow>(sql`SELECT * FROM case_file WHERE id = ${id}`)

/** Undefined for a case that is deleted or does not exist. */
export const caseFile = (db: ReadDb, id: string): CaseFileRow | undefined =>
  db.get<CaseFileRow>(sql`SELECT * FROM case_file WHERE id = ${id} AND id NOT IN (SELECT id FROM deleted_case)`)

export const itemsOf = (db: ReadDb, id: string): CaseItem[] =>
  db.all<CaseItem>(sql`
    SELECT kind, network, address, added_at FROM case_item WHERE case_id = ${id} ORDER BY added_at, kind, network, address`)

export const notesOf = (db: ReadDb, id: string): CaseNote[] =>
  db.all<NoteRow>(sql`SELECT id, target, text, written_at, changed_at FROM case_note WHERE case_id = ${id} ORDER BY CAST(id AS INTEGER)`).map(toNote)

/** In the order of the report. */
export const findingsOf = (db: ReadDb, id: string): CaseFinding[] =>
  db
    .all<FindingRow>(
      sql`SELECT id, place, text, evidence, written_at, changed_at FROM case_finding WHERE case_id = ${id} ORDER BY place, CAST(id AS INTEGER)`,
    )
    .map((row) => ({ ...row, evidence: JSON.parse(row.evidence) as FindingEvidence[] }))

/** The current values of a case, read one by one. */
export const valuesOf = (db: ReadDb, id: string): CaseValues => ({
  name: () => caseFile(db, id)?.name ?? null,
  item: ({ kind, network, address }) =>
    db.get<CaseItem>(sql`
      SELECT kind, network, address, added_at FROM case_item
      WHERE case_id = ${id} AND kind = ${kind} AND network = ${network} AND address = ${address}`) ?? null,
  note: (noteId) => {
    const row = db.get<NoteRow>(sql`SELECT id, target, text, written_at, changed_at FROM case_note WHERE case_id = ${id} AND id = ${noteId}`)
    return row === undefined ? null : toNote(row)
  },
  findings: () => findingsOf(db, id),
  tag: (key) => tag(db, id, key),
  entity: (entityId) => entity(db, id, entityId),
  ...graphValuesOf(db, id),
})

export function applyChanges(db: WriteDb, id: string, changes: readonly CaseChange[]): void {
  for (const change of changes) applyChange(db, id, change)
  indexChanges(db, id, changes)
}

function applyChange(db: WriteDb, id: string, change: CaseChange): void {
  switch (change.part) {
    case 'name':
      return void db.run(sql`UPDATE case_file SET name = ${change.after} WHERE id = ${id}`)
    case 'item':
      return applyItem(db, id, change)
    case 'note':
      return applyNote(db, id, change)
    case 'finding':
      return applyFinding(db, id, change)
    case 'finding_place':
      return void db.run(sql`UPDATE case_finding SET place = ${change.after} WHERE case_id = ${id} AND id = ${change.id}`)
    case 'tag':
      return applyTag(db, id, change)
    case 'entity':
      return applyEntity(db, id, change)
    case 'graph_set':
    case 'pins':
    case 'thresholds':
    case 'view':
      return applyGraphChange(db, id, change)
  }
}

function applyItem(db: WriteDb, id: string, { before, after }: Extract<CaseChange, { part: 'item' }>): void {
  if (after !== null) {
    const { kind, network, address, added_at } = after
    db.run(sql`
      INSERT OR REPLACE INTO case_item (case_id, kind, network, address, added_at) VALUES (${id}, ${kind}, ${network}, ${address}, ${added_at})`)
  } else if (before !== null) {
    const { kind, network, address } = before
    db.run(sql`DELETE FROM case_item WHERE case_id = ${id} AND kind = ${kind} AND network = ${network} AND address = ${address}`)
  }
}

function applyNote(db: WriteDb, id: string, { before, after }: Extract<CaseChange, { part: 'note' }>): void {
  if (after !== null) {
    const { target, text, written_at, changed_at } = after
    db.run(sql`
      INSERT OR REPLACE INTO case_note (case_id, id, target, text, written_at, changed_at)
      VALUES (${id}, ${after.id}, ${JSON.stringify(target)}, ${text}, ${written_at}, ${changed_at})`)
  } else if (before !== null) {
    db.run(sql`DELETE FROM case_note WHERE case_id = ${id} AND id = ${before.id}`)
  }
}

function applyFinding(db: WriteDb, id: string, { before, after }: Extract<CaseChange, { part: 'finding' }>): void {
  if (after !== null) {
    const { place, text, evidence, written_at, changed_at } = after
    db.run(sql`
      INSERT OR REPLACE INTO case_finding (case_id, id, place, text, evidence, written_at, changed_at)
      VALUES (${id}, ${after.id}, ${place}, ${text}, ${JSON.stringify(evidence)}, ${written_at}, ${changed_at})`)
  } else if (before !== null) {
    db.run(sql`DELETE FROM case_finding WHERE case_id = ${id} AND id = ${before.id}`)
  }
}

const toNote = (row: NoteRow): CaseNote => ({ ...row, target: JSON.parse(row.target) as NoteTarget })
