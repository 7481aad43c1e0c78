import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
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

/** Whether the chain has reverted a block since facts up to it were read. @param hash of the block then; null if it was not stored */
export function isReverted(db: ReadDb, token: TokenKey, { block, hash }: { readonly block: number; readonly hash: string | null }): boolean {
  const now = db.get<{ asOf: number | null; hash: string | null }>(sql`
    SELECT as_of_block AS "asOf", (SELECT hash FROM block_mark WHERE block_mark.token = token.id AND block_mark.block = ${block}) AS hash
    FROM token WHERE id = ${addressId(db, token)}`)
  if (now === undefined) return false
  return (now.asOf ?? 0) < block || (hash !== null && now.hash !== null && now.hash !== hash)
}

export function dropMarksFrom(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM block_mark WHERE token = ${tokenId} AND block >= ${from}`)
}
