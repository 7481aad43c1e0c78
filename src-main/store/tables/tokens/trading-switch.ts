import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { TradingSwitch } from '../../../../src-shared/domain/events.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'

interface SwitchRow {
  block: number | null
  tx: string | null
  tx_index: number | null
}

/** Null if it was not read. */
export function tradingSwitch(db: ReadDb, token: TokenKey): TradingSwitch | 'none' | null {
  const id = addressId(db, token.network, token.address)
  const row = id === null ? undefined : db.get<SwitchRow>(sql`SELECT block, tx, tx_index FROM trading_switch WHERE token = ${id}`)
  if (row === undefined) return null
  return row.block === null ? 'none' : { block: row.block, tx: row.tx, txIndex: row.tx_index }
}

export function saveTradingSwitch(db: WriteDb, { token, found }: { token: TokenKey; found: TradingSwitch | 'none' }): void {
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
