import type { CaseChange } from '../../../../src-shared/domain/cases/case.ts'
import type { CaseValues } from '../../../../src-shared/domain/cases/commands.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { indexChanges } from './search/search-index.ts'
import { applyPart, partOf, partsOf } from './case-parts.ts'
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

/** The row of a case, even if the case is deleted. Case files contain no deleted cases. */
export const caseRow = (db: ReadDb, id: string): CaseFileRow | undefined => db.get<CaseFileRow>(sql`SELECT * FROM case_file WHERE id = ${id}`)

/** Undefined for a case that is deleted or does not exist. */
export const caseFile = (db: ReadDb, id: string): CaseFileRow | undefined =>
  db.get<CaseFileRow>(sql`SELECT * FROM case_file WHERE id = ${id} AND id NOT IN (SELECT id FROM deleted_case)`)

/** The current values of a case, read one by one. */
export const valuesOf = (db: ReadDb, id: string): CaseValues => ({
  name: () => caseFile(db, id)?.name ?? null,
  item: (key) => partOf(db, 'item', id, key),
  note: (noteId) => partOf(db, 'note', id, { id: noteId }),
  findings: () => partsOf(db, 'finding', id),
  tag: (key) => partOf(db, 'tag', id, key),
  entity: (entityId) => partOf(db, 'entity', id, { id: entityId }),
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
    case 'note':
    case 'finding':
    case 'tag':
    case 'entity':
      return applyPart(db, id, change)
    case 'finding_place':
      return void db.run(sql`UPDATE case_finding SET place = ${change.after} WHERE case_id = ${id} AND id = ${change.id}`)
    case 'graph_set':
    case 'pins':
    case 'thresholds':
    case 'view':
      return applyGraphChange(db, id, change)
  }
}
