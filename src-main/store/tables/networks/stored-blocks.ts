import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from '../../connection/sql.ts'
import type { StoredBlock } from '../../stored.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { saveSetting, setting } from '../service/settings.ts'
import type { Read, Write } from '../calls.ts'

const NAME = 'firehose-keep-hours'
/** Upper bound of blocks per read. */
const MAX_BLOCKS = 256
/** Old blocks deleted with each new one. More than one, so that a shorter retention takes effect soon. */
const OLD_BLOCKS = 20
/** Takes a tenth of the default level's time, for a fifth more bytes. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

interface Row {
  readonly block: number
  readonly from_block: number
  readonly hash: string | null
  readonly trades: number
}

export const firehoseKeepHours: Read<'firehoseKeepHours'> = (db) => Number(setting(db, NAME) ?? 0)

export const setFirehoseKeepHours: Write<'setFirehoseKeepHours'> = (db, { hours }) => {
  saveSetting(db, { name: NAME, value: String(hours) })
}

export const storedBlocks: Read<'storedBlocks'> = (db, { network, from, trades }) => {
  const code = NETWORK_CODE[network]
  const rows = db.all<Row>(
    sql`SELECT block, from_block, hash, trades FROM kept_block WHERE network = ${code} AND block >= ${from} ORDER BY block LIMIT ${MAX_BLOCKS}`,
  )
  let next = from
  let sum = 0
  const blocks: StoredBlock[] = []
  for (const { block, from_block, hash, trades: count } of rows) {
    if (from_block > next || (sum > 0 && sum + count > trades)) break
    const packed = db.get<{ packed: Uint8Array }>(sql`SELECT packed FROM kept_block WHERE network = ${code} AND block = ${block}`)?.packed
    blocks.push({ number: block, hash, packed: zstdDecompressSync(packed ?? new Uint8Array()) })
    next = block + 1
    sum += count
  }
  return { blocks, storedFrom: blocks.length > 0 ? from : (rows[0]?.from_block ?? null) }
}

export const storedBlockAt: Read<'storedBlockAt'> = (db, { network, time }) => {
  const code = NETWORK_CODE[network]
  const first = db.get<Pick<Row, 'block' | 'from_block'>>(
    sql`SELECT block, from_block FROM kept_block WHERE network = ${code} AND time >= ${time} ORDER BY time, block LIMIT 1`,
  )
  if (first === undefined) return null
  const before = db.get<Pick<Row, 'block'>>(
    sql`SELECT block FROM kept_block WHERE network = ${code} AND block < ${first.block} ORDER BY block DESC LIMIT 1`,
  )
  return before !== undefined && first.from_block <= before.block + 1 ? first.from_block : null
}

export const newestStoredBlocks: Read<'newestStoredBlocks'> = (db, { network, limit }) =>
  db.all<Pick<StoredBlock, 'number' | 'hash'>>(sql`
    SELECT block AS number, hash FROM kept_block WHERE network = ${NETWORK_CODE[network]} ORDER BY block DESC LIMIT ${limit}`)

export const saveBlock: Write<'saveBlock'> = (db, { network, from, number, hash, time, trades, packed, storedAt, oldest }) => {
  db.run(sql`
    INSERT OR REPLACE INTO kept_block (network, block, from_block, hash, time, kept_at, trades, packed)
    VALUES (${NETWORK_CODE[network]}, ${number}, ${from}, ${hash}, ${time}, ${storedAt}, ${trades}, ${zstdCompressSync(packed, PACKING)})`)
  deleteOldBlocks(db, { before: oldest, limit: OLD_BLOCKS })
}

export const deleteBlocks: Write<'deleteBlocks'> = (db, { network, from }) => {
  db.run(sql`DELETE FROM kept_block WHERE network = ${NETWORK_CODE[network]} AND block >= ${from}`)
}

export const deleteOldBlocks: Write<'deleteOldBlocks'> = (db, { before, limit }) =>
  db.run(sql`
    DELETE FROM kept_block WHERE rowid IN (
      SELECT id FROM (SELECT rowid AS id, kept_at FROM kept_block ORDER BY rowid LIMIT ${limit}) WHERE kept_at < ${before})`)
