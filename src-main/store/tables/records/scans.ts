import { gunzipSync, gzipSync } from 'node:zlib'
import type { ScanDetail, ScanReport } from '../../../../src-shared/contract/records/scan.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { canonicalBytes } from '../../../lib/canonical-json.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { ScanLine, StoredScan } from '../../interface.ts'
import { bumpToken } from '../tokens/revisions.ts'
import { sql } from '../../connection/sql.ts'

/* Scans are stored compressed and are immutable. Their hash and the returned bytes are those of the canonical JSON. */

interface ScanRow {
  at: number
  sha256: string
  json_gz: Uint8Array
  detail_gz: Uint8Array | null
}

/** Older scans of a token are deleted. */
const MAX_SCANS = 200

/** The newest scan, or the one `back` scans before it. */
export function scan(db: ReadDb, { token, back }: { token: TokenKey; back: number }): StoredScan | null {
  const id = addressId(db, token.network, token.address)
  if (id === null) return null
  const row = db.get<ScanRow>(sql`
    SELECT generated_at AS at, sha256, json_gz, detail_gz FROM scan_history WHERE token = ${id} ORDER BY id DESC LIMIT 1 OFFSET ${back}`)
  if (row === undefined) return null
  const detail = row.detail_gz === null ? null : (JSON.parse(gunzipSync(row.detail_gz).toString('utf8')) as ScanDetail)
  return { generatedAt: row.at, json: gunzipSync(row.json_gz), sha256: row.sha256, detail }
}

/** Newest first. */
export function scans(db: ReadDb, token: TokenKey): ScanLine[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<{ at: number; score: number; message: string }>(
      sql`
    SELECT generated_at AS at, score, message FROM scan_history WHERE token = ${id} ORDER BY id DESC`,
    )
    .map(({ at, score, message }) => ({
      generatedAt: at,
      score,
      message,
    }))
}

/** Stores a scan and deletes the oldest ones beyond the limit. */
export function saveScan(
  db: WriteDb,
  { token, report, detail, block }: { token: TokenKey; report: ScanReport; detail: ScanDetail | null; block: number | null },
): { sha256: string } {
  const id = db.intern.address(token.network, token.address)
  const { json, sha256 } = canonicalBytes(report)
  const { generated_at, simple } = report.results
  db.run(sql`
    INSERT INTO scan_history (token, generated_at, score, message, sha256, json_gz, detail_gz, block)
    VALUES (${id}, ${generated_at}, ${simple.score}, ${simple.message}, ${sha256}, ${gzipSync(json)},
      ${detail === null ? null : gzipSync(JSON.stringify(detail))}, ${block})`)
  db.run(sql`
    DELETE FROM scan_history WHERE token = ${id}
      AND id <= (SELECT id FROM scan_history WHERE token = ${id} ORDER BY id DESC LIMIT 1 OFFSET ${MAX_SCANS})`)
  // Scans read who has powers over the token, and these wallets are insiders.
  bumpToken(db, id)
  return { sha256 }
}
