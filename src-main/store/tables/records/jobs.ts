import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** Newest first. */
export function jobs(db: ReadDb, { limit }: { limit: number }): JobRecord[] {
  return db.all<{ json: string }>(sql`SELECT json FROM job ORDER BY created_at DESC, rowid DESC LIMIT ${limit}`).map(jobFromRow)
}

export function job(db: ReadDb, id: string): JobRecord | null {
  const row = db.get<{ json: string }>(sql`SELECT json FROM job WHERE id = ${id}`)
  return row === undefined ? null : jobFromRow(row)
}

export function saveJob(db: WriteDb, record: JobRecord): void {
  db.run(sql`
    INSERT INTO job (id, created_at, json) VALUES (${record.id}, ${record.created_at}, ${JSON.stringify(record)})
    ON CONFLICT DO UPDATE SET created_at = excluded.created_at, json = excluded.json`)
}

const jobFromRow = (row: { json: string }): JobRecord => JSON.parse(row.json) as JobRecord
