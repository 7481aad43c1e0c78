import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { BlockMark } from '../../interface.ts'
import { sql } from '../../connection/sql.ts'

/** Marks kept per token. Older ones are dropped, because no supported chain reverts that far. */
const MARKS_KEPT = 256

/** Marks up to a block, newest first. */
export function blockMarks(db: ReadDb, { token, upTo }: { token: TokenKey; upTo: number }): BlockMark[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db.all<BlockMark>(sql`SELECT block, hash FROM block_mark WHERE token = ${id} AND block <= ${upTo} ORDER BY block DESC`)
}

export function saveBlockMarks(db: WriteDb, { token, marks }: { token: TokenKey; marks: readonly BlockMark[] }): void {
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
