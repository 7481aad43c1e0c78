import { addressId } from '../../connection/handle.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** Without a schema library: the threads of the store load no other schema, and the library takes most of a thread's start. */
function parseBlocks(json: string): number[] {
  const blocks: unknown = JSON.parse(json)
  if (!Array.isArray(blocks) || !blocks.every(isBlock)) throw new Error('produced_blocks holds something else than block numbers')
  return blocks
}

const isBlock = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

export const producedBlocks: Read<'producedBlocks'> = (db, token) => {
  const row = db.get<{ blocks: string }>(sql`SELECT blocks FROM produced_blocks WHERE token = ${addressId(db, token)}`)
  return row === undefined ? null : parseBlocks(row.blocks)
}

export const saveProducedBlocks: Write<'saveProducedBlocks'> = (db, { token, blocks }) => {
  const id = db.intern.address(token.network, token.address)
  const changed = db.run(sql`
    INSERT INTO produced_blocks (token, blocks) VALUES (${id}, ${JSON.stringify(blocks)})
    ON CONFLICT DO UPDATE SET blocks = excluded.blocks WHERE excluded.blocks <> produced_blocks.blocks`)
  if (changed > 0) bumpToken(db, id)
}
