import type { ImportRecord } from '../../../../src-shared/contract/records/imports.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'
import { jsonRows } from '../json-rows.ts'

export const imports: Read<'imports'> = (db, { limit }) =>
  jsonRows<ImportRecord>(db, sql`SELECT json FROM import ORDER BY imported_at DESC, sha256 LIMIT ${limit}`)

export const importedFile: Read<'importedFile'> = (db, sha256) =>
  jsonRows<ImportRecord>(db, sql`SELECT json FROM import WHERE sha256 = ${sha256}`)[0] ?? null

export const saveImport: Write<'saveImport'> = (db, record) => {
  db.run(sql`
    INSERT INTO import (sha256, imported_at, json) VALUES (${record.sha256}, ${record.imported_at}, ${JSON.stringify(record)})
    ON CONFLICT DO NOTHING`)
}
