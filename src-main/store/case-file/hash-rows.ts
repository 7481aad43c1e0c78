import { createHash, type Hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { columnsOf, hashedTables, keyOf, namesOf } from './tables.ts'

export interface HashedRecord {
  /** The table and the range of rows: "trade 1–1000", or "case_note 5". */
  readonly name: string
  readonly sha256: string
}

/** Rows per record of a large table. In other tables, such as those of cases, snapshots and scans, each row is a record. */
const ROWS = 1_000
const LARGE = new Set([
  'address',
  'tx',
  'label',
  'balance',
  'transfer',
  'trade',
  'native_transfer',
  'dollar_payment',
  'funding',
  'account',
  'activity',
])

/** The SHA-256 of every record, in the order of the primary keys. Null columns do not affect the hash. */
export function* hashRows(database: Database): Generator<HashedRecord> {
  for (const table of hashedTables(database)) {
    const columns = columnsOf(database, table)
    const rows = database.prepare(`SELECT ${namesOf(columns)} FROM main.${table} ORDER BY ${namesOf(keyOf(columns))}`)
    const most = LARGE.has(table) ? ROWS : 1
    let [first, count, hash] = [1, 0, createHash('sha256')]
    const record = (): HashedRecord => ({
      name: most === 1 ? `${table} ${first}` : `${table} ${first}–${first + count - 1}`,
      sha256: hash.digest('hex'),
    })
    for (const row of rows.raw(true).safeIntegers(true).iterate() as IterableIterator<unknown[]>) {
      row.forEach((value, index) => addValue(hash, columns[index]?.name ?? '', value))
      count++
      if (count < most) continue
      yield record()
      ;[first, count, hash] = [first + count, 0, createHash('sha256')]
    }
    if (count > 0) yield record()
  }
}

/** Each value with its type and length, so that no two rows have the same bytes. */
function addValue(hash: Hash, column: string, value: unknown): void {
  if (value === null) return
  const [type, bytes] =
    typeof value === 'bigint'
      ? ['i', Buffer.from(value.toString())]
      : typeof value === 'number'
        ? ['r', Buffer.from(String(value))]
        : typeof value === 'string'
          ? ['t', Buffer.from(value)]
          : ['b', value as Uint8Array]
  hash.update(`${column} ${type}${bytes.length}:`).update(bytes)
}

/** One hash over the names and hashes of all records, and the case id and time of the manifest. */
export function rootHash(head: { readonly caseId: string; readonly madeAt: number }, records: readonly HashedRecord[]): string {
  const hash = createHash('sha256').update(`holderscope case file\n${head.caseId}\n${head.madeAt}\n`)
  for (const { name, sha256 } of records.toSorted((a, b) => (a.name < b.name ? -1 : 1))) hash.update(`${name}\n${sha256}\n`)
  return hash.digest('hex')
}
