import { gunzipSync, gzipSync } from 'node:zlib'
import type { ScanDetail } from '../../../../src-shared/contract/records/scan.ts'
import { canonicalBytes } from '../../../lib/canonical-json.ts'
import { addressId } from '../../connection/handle.ts'
import type { ScanLine, StoredScan } from '../../interface.ts'
import { bumpToken, newestScanId } from '../tokens/revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/* Scans are stored compressed and are immutable. Their hash and the returned bytes are those of the canonical JSON. */

interface ScanRow {
  id: number
  at: number
  sha256: string
  json_gz: Uint8Array
  detail_gz: Uint8Array | null
}

/** Scans kept per token. Older ones are deleted. */
const MAX_SCANS = 200

export const scan: Read<'scan'> = (db, { token, back }) => {
  const row = db.get<ScanRow>(sql`
    SELECT ${COLUMNS} FROM scan_history WHERE token = ${addressId(db, token)} ORDER BY id DESC LIMIT 1 OFFSET ${back}`)
  return row === undefined ? null : storedScan(row)
}

export const scansAfter: Read<'scansAfter'> = (db, { token, after, limit, from = 0 }) => {
  const rows = db.all<ScanRow>(sql`
    SELECT ${COLUMNS} FROM scan_history WHERE token = ${addressId(db, token)} AND id > ${after} AND generated_at >= ${from} ORDER BY id LIMIT ${limit}`)
  return { scans: rows.map(storedScan), newest: newestScanId(db) }
}

const COLUMNS = sql`id, generated_at AS at, sha256, json_gz, detail_gz`

function storedScan({ id, at, sha256, json_gz, detail_gz }: ScanRow): StoredScan {
  const detail = detail_gz === null ? null : (JSON.parse(gunzipSync(detail_gz).toString('utf8')) as ScanDetail)
  return { id, generatedAt: at, json: gunzipSync(json_gz), sha256, detail }
}

export const scans: Read<'scans'> = (db, token) =>
  db.all<ScanLine>(sql`
    SELECT generated_at AS "generatedAt", score, message FROM scan_history WHERE token = ${addressId(db, token)} ORDER BY id DESC`)

export const saveScan: Write<'saveScan'> = (db, { token, report, detail, block }) => {
  const id = db.intern.address(token.network, token.address)
  const { json, sha256 } = canonicalBytes(report)
  const { generated_at, simple } = report.results
  const scanId = newestScanId(db) + 1
  // Two scans of one second would have the same address: docs/scan.md#score.
  db.run(sql`DELETE FROM scan_history WHERE token = ${id} AND generated_at = ${generated_at}`)
  db.run(sql`
    INSERT INTO scan_history (id, token, generated_at, score, message, sha256, json_gz, detail_gz, block)
    VALUES (${scanId}, ${id}, ${generated_at}, ${simple.score}, ${simple.message}, ${sha256}, ${gzipSync(json)},
      ${detail === null ? null : gzipSync(JSON.stringify(detail))}, ${block})`)
  db.run(sql`
    DELETE FROM scan_history WHERE token = ${id}
      AND id <= (SELECT id FROM scan_history WHERE token = ${id} ORDER BY id DESC LIMIT 1 OFFSET ${MAX_SCANS})`)
  // Scans find the wallets with powers over the token, and these wallets are insiders.
  bumpToken(db, id)
  return { id: scanId, sha256 }
}
