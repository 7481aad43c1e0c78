import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'
import { jsonRows } from '../json-rows.ts'

/** Newest first. */
export const jobs: Read<'jobs'> = (db, { limit }) =>
  jsonRows<JobRecord>(db, sql`SELECT json FROM job ORDER BY created_at DESC, rowid DESC LIMIT ${limit}`)

export const job: Read<'job'> = (db, id) => jsonRows<JobRecord>(db, sql`SELECT json FROM job WHERE id = ${id}`)[0] ?? null

export const openJobs: Read<'openJobs'> = (db) =>
  jsonRows<JobRecord>(db, sql`SELECT json FROM job WHERE json ->> 'state' IN ('queued', 'running', 'interrupted') ORDER BY created_at, rowid`)

/**
 * A cancelled job stays cancelled until it is queued again, whatever the process that runs it still reports. A job that has ended cannot be
 * cancelled.
 */
export const saveJob: Write<'saveJob'> = (db, record) => {
  db.run(sql`
    INSERT INTO job (id, created_at, json) VALUES (${record.id}, ${record.created_at}, ${JSON.stringify(record)})
    ON CONFLICT DO UPDATE SET created_at = excluded.created_at, json = excluded.json
    WHERE CASE job.json ->> 'state'
      WHEN 'cancelled' THEN excluded.json ->> 'state' IN ('cancelled', 'queued')
      WHEN 'done' THEN excluded.json ->> 'state' <> 'cancelled'
      WHEN 'failed' THEN excluded.json ->> 'state' <> 'cancelled'
      ELSE TRUE END`)
}

export const queueJob: Write<'queueJob'> = (db, record) => {
  const present = openJobs(db).find(({ network, token_address }) => network === record.network && token_address === record.token_address)
  if (present !== undefined && present.id !== record.id) return present
  saveJob(db, record)
  return record
}
