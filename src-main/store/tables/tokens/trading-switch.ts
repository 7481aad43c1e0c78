import { addressId, type WriteDb } from '../../connection/handle.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

export const tradingSwitch: Read<'tradingSwitch'> = (db, token) => {
  const row = db.get<{ block: number | null; tx: string | null; txIndex: number | null }>(
    sql`SELECT block, tx, tx_index AS "txIndex" FROM trading_switch WHERE token = ${addressId(db, token)}`,
  )
  if (row === undefined) return null
  return row.block === null ? 'none' : { ...row, block: row.block }
}

export const saveTradingSwitch: Write<'saveTradingSwitch'> = (db, { token, found }) => {
  const id = db.intern.address(token.network, token.address)
  const { block, tx, txIndex } = found === 'none' ? { block: null, tx: null, txIndex: null } : found
  const changed = db.run(sql`
    INSERT INTO trading_switch (token, block, tx, tx_index) VALUES (${id}, ${block}, ${tx}, ${txIndex})
    ON CONFLICT DO UPDATE SET block = excluded.block, tx = excluded.tx, tx_index = excluded.tx_index
    WHERE (excluded.block, excluded.tx, excluded.tx_index)
      IS DISTINCT FROM (trading_switch.block, trading_switch.tx, trading_switch.tx_index)`)
  if (changed > 0) bumpToken(db, id)
}

/** Called when blocks from `from` on were reverted. The next read looks for the switch again. */
export function forgetTradingSwitch(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM trading_switch WHERE token = ${tokenId} AND block >= ${from}`)
}
