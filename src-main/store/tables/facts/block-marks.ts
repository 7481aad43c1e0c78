import { addressId, type WriteDb } from '../../connection/handle.ts'
import type { BlockMark } from '../../interface.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** Marks kept per token. Older ones are dropped, because no supported chain reverts that far. */
const MARKS_KEPT = 256

export const blockMarks: Read<'blockMarks'> = (db, { token, upTo }) =>
  db.all<BlockMark>(sql`SELECT block, hash FROM block_mark WHERE token = ${addressId(db, token)} AND block <= ${upTo} ORDER BY block DESC`)

export const saveBlockMarks: Write<'saveBlockMarks'> = (db, { token, marks }) => {
  const id = db.intern.address(token.network, token.address)
  for (const { block, hash } of marks) {
    db.run(sql`INSERT INTO block_mark (token, block, hash) VALUES (${id}, ${block}, ${hash}) ON CONFLICT DO UPDATE SET hash = excluded.hash`)
  }
  db.run(sql`
    DELETE FROM block_mark WHERE token = ${id}
      AND block <= (SELECT block FROM block_mark WHERE token = ${id} ORDER BY block DESC LIMIT 1 OFFSET ${MARKS_KEPT})`)
}

export function dropMarksFrom(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM block_mark WHERE token = ${tokenId} AND block >= ${from}`)
}
