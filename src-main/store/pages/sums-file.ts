import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * The file next to the database, with a CRC-32 of each page. SQLite's own checksum extension (https://sqlite.org/cksumvfs.html) is not in the build
 * that better-sqlite3 ships.
 */

export interface SumsFile {
  /** Ids of the database states that the sums belong to, as 16 hexadecimal digits: the stored id, and the id being stored. */
  readonly ids: readonly [string, string]
  /** First page of the next partial check, counted from 0. */
  readonly next: number
  /** Sums by page, counted from 0. */
  readonly sums: Uint32Array
}

/** Sum of a page whose sum is unknown. One page in 2³² has this sum and is never checked. */
export const UNKNOWN = 0
const MAGIC = 'HSPAGES1'
const CRC_AT = 8
const NEXT_AT = 12
const IDS_AT = 16
const ID_CHARS = 16
const SUMS_AT = 48
const OWNER_ONLY = 0o600

export const sumsPath = (database: string): string => `${database}-sums`

/** Null if the file is missing or incomplete. */
export function readSums(database: string): SumsFile | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(sumsPath(database))
  } catch {
    return null
  }
  if (bytes.length < SUMS_AT || bytes.toString('latin1', 0, CRC_AT) !== MAGIC) return null
  if (crc32(bytes.subarray(NEXT_AT)) !== bytes.readUInt32LE(CRC_AT)) return null
  const id = (n: number) => bytes.toString('latin1', IDS_AT + n * ID_CHARS, IDS_AT + (n + 1) * ID_CHARS)
  const sums = new Uint32Array((bytes.length - SUMS_AT) / Uint32Array.BYTES_PER_ELEMENT)
  Buffer.from(sums.buffer).set(bytes.subarray(SUMS_AT))
  return { ids: [id(0), id(1)], next: bytes.readUInt32LE(NEXT_AT), sums }
}

/**
 * Replaces the file atomically. Returns false if that fails, and then no file exists: the next start accepts the pages as they are, which is better
 * than stale sums.
 */
export function writeSums(database: string, { ids, next, sums }: SumsFile): boolean {
  const path = sumsPath(database)
  const bytes = Buffer.concat([Buffer.alloc(SUMS_AT), Buffer.from(sums.buffer, sums.byteOffset, sums.byteLength)])
  bytes.write(MAGIC, 'latin1')
  bytes.writeUInt32LE(next, NEXT_AT)
  bytes.write(ids.join(''), IDS_AT, 'latin1')
  bytes.writeUInt32LE(crc32(bytes.subarray(NEXT_AT)), CRC_AT)
  try {
    const file = openSync(`${path}.new`, 'w', OWNER_ONLY)
    try {
      writeSync(file, bytes)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(`${path}.new`, path)
    return true
  } catch {
    dropSums(database)
    return false
  }
}

export function dropSums(database: string): void {
  for (const path of [sumsPath(database), `${sumsPath(database)}.new`]) rmSync(path, { force: true })
}
