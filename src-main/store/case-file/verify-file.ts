import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import { caseRecord as caseRecordSchema, type CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { readHandle } from '../connection/handle.ts'
import { caseOfFile } from '../tables/cases/cases.ts'
import { hashRows, rootHash } from './hash-rows.ts'
import { openCaseFile, refusal } from './open-file.ts'
import { fingerprintOf, isSealOf } from './seal.ts'
import { tokensIn } from './tables.ts'
import { isOld, withThisVersion } from './upgrade-file.ts'
import { toShared } from '../../lib/shared-bytes.ts'
import type { Figure } from './finish-file.ts'

export interface VerifiedFile {
  /** Whether it was made by an earlier version and lacks tables of this one. */
  readonly isOld: boolean
  readonly record: CaseRecord
  readonly madeAt: number
  readonly root: string
  /** Names of records that changed since the file was made. */
  readonly altered: readonly string[]
  readonly rootHolds: boolean
  /** Null for a file without a seal. */
  readonly seal: { readonly fingerprint: string; readonly publicKey: string; readonly holds: boolean } | null
  readonly rules: string
  readonly tokens: readonly TokenKey[]
  readonly figures: readonly Figure[]
}

interface ManifestRow {
  readonly case_id: string
  readonly made_at: number
  readonly root: string
  readonly public_key: string | null
  readonly signature: string | null
}

const MAX_JSON_BYTES = 256 * 1024 * 1024
const NAMED = 100

/** Reads a case file and compares every record with its hash. @throws AppError `validation_error` if the file is not a valid case file */
export function verifyFile(file: string): VerifiedFile {
  const database = openCaseFile(file)
  try {
    const manifest = database.prepare('SELECT * FROM manifest').all() as ManifestRow[]
    const [row] = manifest
    const cases = database.prepare('SELECT count(*) FROM case_file').pluck().get()
    if (row === undefined || manifest.length !== 1 || cases !== 1) throw refusal('The case file does not hold exactly one case.')
    const { altered, root } = compareHashes(database, row)
    const seal =
      row.public_key === null || row.signature === null
        ? null
        : {
            fingerprint: fingerprintOf(row.public_key),
            publicKey: row.public_key,
            holds: root === row.root && isSealOf({ publicKey: row.public_key, signature: row.signature }, row.root),
          }
    checkPacked(database)
    const rules = database.prepare('SELECT json FROM file_rules WHERE id = 1').pluck().get()
    if (typeof rules !== 'string') throw refusal('The case file has no rule set.')
    return {
      isOld: isOld(database),
      record: readRecord(database, row.case_id),
      madeAt: row.made_at,
      root: row.root,
      altered: altered.slice(0, NAMED),
      rootHolds: root === row.root,
      seal,
      rules,
      tokens: tokensIn(database).map(({ key }) => key),
      figures: (database.prepare('SELECT network, address, name, json FROM file_figure').all() as Figure[]).map(({ json, ...of }) => ({
        ...of,
        json: toShared(json),
      })),
    }
  } finally {
    database.close()
  }
}

function compareHashes(database: Database, { case_id, made_at }: ManifestRow): { altered: string[]; root: string } {
  const stated = new Map(database.prepare('SELECT name, sha256 FROM manifest_record').raw().all() as [string, string][])
  const altered: string[] = []
  const records = [...hashRows(database)]
  for (const { name, sha256 } of records) {
    if (stated.get(name) !== sha256) altered.push(name)
    stated.delete(name)
  }
  altered.push(...stated.keys())
  return { altered, root: rootHash({ caseId: case_id, madeAt: made_at }, records) }
}

/** Checks that the case matches the contract, because any program may have written the file. */
function readRecord(database: Database, id: string): CaseRecord {
  const parsed = caseRecordSchema.safeParse(readCase(database, id))
  if (!parsed.success) throw refusal(`The case in the file is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}`, parsed.error)
  return parsed.data
}

function readCase(database: Database, id: string): unknown {
  try {
    return withThisVersion(database, (whole) => caseOfFile(readHandle(whole), id))
  } catch (error) {
    throw refusal('The case in the file is not valid.', error)
  }
}

/** Limits the size of compressed values when unpacking them, and compares their hashes with the stored ones. */
function checkPacked(database: Database): void {
  for (const [packed] of database.prepare('SELECT detail_gz FROM scan_history WHERE detail_gz IS NOT NULL').raw().iterate() as IterableIterator<
    [Buffer]
  >) {
    hashOfPacked(packed)
  }
  for (const table of ['snapshot', 'scan_history']) {
    const rows = database.prepare(`SELECT json_gz, sha256 FROM ${table}`).raw().iterate() as IterableIterator<[Buffer, string]>
    for (const [packed, sha256] of rows) {
      if (hashOfPacked(packed) !== sha256)
        throw refusal(`The case file has a ${table === 'snapshot' ? 'snapshot' : 'scan'} that is not as it was stored.`)
    }
  }
}

function hashOfPacked(packed: Buffer): string {
  try {
    return createHash('sha256')
      .update(gunzipSync(packed, { maxOutputLength: MAX_JSON_BYTES }))
      .digest('hex')
  } catch (error) {
    throw refusal('The case file has a snapshot or scan that cannot be unpacked.', error)
  }
}
