import { gunzipSync, gzipSync } from 'node:zlib'
import type { SnapshotRecord } from '../../../../src-shared/contract/records/snapshot.ts'
import { MAX_CLUSTER_ID } from '../../../../src-shared/domain/cluster-id.ts'
import { AppError } from '../../../lib/app-error.ts'
import { canonicalBytes } from '../../../lib/canonical-json.ts'
import { addressId } from '../../connection/handle.ts'
import { isReverted } from '../facts/block-marks.ts'
import type { SnapshotMoment } from '../../interface.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/*
 * Snapshots are stored compressed. Their hash and the returned bytes are those of the canonical JSON. They are computed from facts, so storing
 * one does not change the revision of the token.
 */

interface RecordRow {
  at: number
  sha256: string
  json_gz: Uint8Array
}

/** Ascending. */
export const snapshotTimestamps: Read<'snapshotTimestamps'> = (db, token) =>
  db
    .all<{ timestamp: number }>(sql`SELECT timestamp FROM snapshot WHERE token = ${addressId(db, token)} ORDER BY timestamp`)
    .map((row) => row.timestamp)

/** Ascending, with when each was made. */
export const snapshotMoments: Read<'snapshotMoments'> = (db, token) =>
  db.all<SnapshotMoment>(sql`SELECT timestamp, taken_at AS "takenAt" FROM snapshot WHERE token = ${addressId(db, token)} ORDER BY timestamp`)

export const snapshot: Read<'snapshot'> = (db, { token, timestamp }) => {
  const which = timestamp === null ? sql`ORDER BY timestamp DESC LIMIT 1` : sql`AND timestamp = ${timestamp}`
  const row = db.get<RecordRow>(sql`SELECT timestamp AS at, sha256, json_gz FROM snapshot WHERE token = ${addressId(db, token)} ${which}`)
  return row === undefined ? null : { timestamp: row.at, json: gunzipSync(row.json_gz), sha256: row.sha256 }
}

export const nextClusterId: Read<'nextClusterId'> = (db, token) =>
  db.get<{ next: number }>(sql`SELECT coalesce(max(next_cluster), 0) AS next FROM snapshot WHERE token = ${addressId(db, token)}`)?.next ?? 0

/** Storing the same bytes again changes nothing. @throws AppError `conflict` for other bytes at a stored timestamp */
export const saveSnapshot: Write<'saveSnapshot'> = (db, { token, json: text, takenAt, block = null, hash = null }) => {
  if (block !== null && isReverted(db, token, { block, hash })) return null
  const id = db.intern.address(token.network, token.address)
  const record = JSON.parse(Buffer.from(text).toString('utf8')) as SnapshotRecord
  const { timestamp } = record
  const { json, sha256 } = canonicalBytes(record)
  const stored = db.get<{ sha256: string }>(sql`SELECT sha256 FROM snapshot WHERE token = ${id} AND timestamp = ${timestamp}`)
  if (stored !== undefined && stored.sha256 !== sha256) {
    const moment = new Date(timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ')
    throw new AppError('conflict', {
      message: `Another snapshot is stored for ${moment} UTC, and snapshots never change.`,
      facts: { ...token, timestamp },
    })
  }
  if (stored === undefined) {
    const ids = record.nodes.flatMap(({ cluster }) => (cluster === null || cluster > MAX_CLUSTER_ID ? [] : [cluster + 1]))
    const nextCluster = ids.reduce((most, each) => Math.max(most, each), nextClusterId(db, token))
    db.run(
      sql`
        INSERT INTO snapshot (token, timestamp, sha256, json_gz, next_cluster, taken_at, block)
        VALUES (${id}, ${timestamp}, ${sha256}, ${gzipSync(json)}, ${nextCluster}, ${takenAt ?? null}, ${block})`,
    )
  }
  return { timestamp, sha256 }
}
