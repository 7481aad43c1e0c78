import type { ImportRecord } from '../../../../src-shared/contract/records/imports.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** Newest first. */
export function imports(db: ReadDb, { limit }: { limit: number }): ImportRecord[] {
  return db
    .all<{ json: string }>(sql`SELECT json FROM import ORDER BY imported_at DESC, sha256 LIMIT ${limit}`)
    .map((row) => JSON.parse(row.json) as ImportRecord)
}

export function importedFile(db: ReadDb, sha256: string): ImportRecord | null {
  const row = db.get<{ json: string }>(sql`SELECT json FROM import WHERE sha256 = ${sha256}`)
  return row === undefined ? null : (JSON.parse(row.json) as ImportRecord)
}

/** One row per file. A second import of the same file is ignored because it has nothing new. */
export function saveImport(db: WriteDb, record: ImportRecord): void {
  db.run(sql`
    INSERT INTO import (sha256, imported_at, json) VALUES (${record.sha256}, ${record.imported_at}, ${JSON.stringify(record)})
    ON CONFLICT DO NOTHING`)
}
