import type { CaseRecord, DeletedCase } from '../../../../src-shared/contract/records/cases.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import type { StoreWrites } from '../../interface.ts'
import { caseAt, stored } from './change-case.ts'
import { indexCase, unindexCase } from './search/search-index.ts'

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

export function deleteCase(db: WriteDb, { id, revision, at }: Parameters<StoreWrites['deleteCase']>[0]): DeletedCase {
  const { name } = caseAt(db, id, revision)
  db.run(sql`INSERT INTO deleted_case (id, deleted_at) VALUES (${id}, ${at})`)
  unindexCase(db, id)
  return { id, name, deleted_at: at }
}

export function restoreCase(db: WriteDb, id: string): CaseRecord {
  if (db.run(sql`DELETE FROM deleted_case WHERE id = ${id}`) === 0)
    throw new AppError('not_found', { say: 'This case is not in the list of deleted cases. Compacting the database removes them for good.' })
  indexCase(db, id)
  return stored(db, id)
}

export const deletedCases = (db: ReadDb): DeletedCase[] =>
  db.all<DeletedCase>(sql`
    SELECT case_file.id, case_file.name, deleted_at FROM deleted_case JOIN case_file ON case_file.id = deleted_case.id
    ORDER BY deleted_at DESC, case_file.id`)

/** Removes deleted cases for good. */
export function purgeDeletedCases(db: WriteDb): void {
  for (const table of OWN_TABLES) db.run(sql`DELETE FROM ${quoteIdentifier(table)} WHERE case_id IN (SELECT id FROM deleted_case)`)
  for (const table of ['shared_case', 'case_file']) db.run(sql`DELETE FROM ${quoteIdentifier(table)} WHERE id IN (SELECT id FROM deleted_case)`)
  db.run(sql`DELETE FROM deleted_case`)
}
