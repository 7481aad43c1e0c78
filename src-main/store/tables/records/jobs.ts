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

/** Jobs that wait, run, or were interrupted, oldest first. */
export function openJobs(db: ReadDb): JobRecord[] {
  return db
    .all<{ json: string }>(sql`SELECT json FROM job WHERE json ->> 'state' IN ('queued', 'running', 'interrupted') ORDER BY created_at, rowid`)
    .map(jobFromRow)
}

/**
 * A cancelled job stays cancelled until it is queued again, whatever the process that runs it still reports. A job that has ended cannot be
 * cancelled.
 */
export function saveJob(db: WriteDb, record: JobRecord): void {
  db.run(sql`
    INSERT INTO job (id, created_at, json) VALUES (${record.id}, ${record.created_at}, ${JSON.stringify(record)})
    ON CONFLICT DO UPDATE SET created_at = excluded.created_at, json = excluded.json
    WHERE CASE job.json ->> 'state'
      WHEN 'cancelled' THEN excluded.json ->> 'state' IN ('cancelled', 'queued')
      WHEN 'done' THEN excluded.json ->> 'state' <> 'cancelled'
      WHEN 'failed' THEN excluded.json ->> 'state' <> 'cancelled'
      ELSE TRUE END`)
}

/** Stores a job that waits for a worker, or returns the one that reads its token already. */
export function queueJob(db: WriteDb, record: JobRecord): JobRecord {
  const present = openJobs(db).find(({ network, token_address }) => network === record.network && token_address === record.token_address)
  if (present !== undefined && present.id !== record.id) return present
  saveJob(db, record)
  return record
}

const jobFromRow = (row: { json: string }): JobRecord => JSON.parse(row.json) as JobRecord
