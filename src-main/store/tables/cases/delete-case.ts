import type { DeletedCase } from '../../../../src-shared/contract/records/cases.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import { caseAt, stored } from './change-case.ts'
import { indexCase, unindexCase } from './search/search-index.ts'
import type { Read, Write } from '../calls.ts'

/** A deleted case keeps its rows, except those of the search index, until the database is compacted. */

/** Tables with rows of a case, in an order in which referring tables come first. */
const OWN_TABLES = [
  'case_item',
  'case_note',
  'case_finding',
  'case_tag',
  'case_entity',
  'case_graph_node',
  'case_pin',
  'case_threshold',
  'case_view',
  'case_step',
] as const

export const deleteCase: Write<'deleteCase'> = (db, { id, revision, at }) => {
  const { name } = caseAt(db, id, revision)
  db.run(sql`INSERT INTO deleted_case (id, deleted_at) VALUES (${id}, ${at})`)
  unindexCase(db, id)
  return { id, name, deleted_at: at }
}

export const restoreCase: Write<'restoreCase'> = (db, id) => {
  if (db.run(sql`DELETE FROM deleted_case WHERE id = ${id}`) === 0)
    throw new AppError('not_found', { message: 'This case is not in the list of deleted cases. Compacting the database removes them for good.' })
  indexCase(db, id)
  return stored(db, id)
}

export const deletedCases: Read<'deletedCases'> = (db) =>
  db.all<DeletedCase>(sql`
    SELECT case_file.id, case_file.name, deleted_at FROM deleted_case JOIN case_file ON case_file.id = deleted_case.id
    ORDER BY deleted_at DESC, case_file.id`)

/** Removes deleted cases for good. */
export function purgeDeletedCases(db: WriteDb): void {
  for (const table of OWN_TABLES) db.run(sql`DELETE FROM ${quoteIdentifier(table)} WHERE case_id IN (SELECT id FROM deleted_case)`)
  for (const table of ['shared_case', 'case_file']) db.run(sql`DELETE FROM ${quoteIdentifier(table)} WHERE id IN (SELECT id FROM deleted_case)`)
  db.run(sql`DELETE FROM deleted_case`)
}
