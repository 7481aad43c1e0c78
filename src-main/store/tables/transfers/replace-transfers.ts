import { sql } from '../../connection/sql.ts'
import { compareRows } from '../../values/compare-rows.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { bumpToken } from '../tokens/revisions.ts'
import { saveTransfers } from './transfers.ts'
import type { Write } from '../calls.ts'

type StoredRow = [block: number, txIndex: number, event: number, tx: number, source: number, target: number, raw: unknown]

export const replaceTransfers: Write<'replaceTransfers'> = (db, { token, rows, covers, whole }) => {
  const { address, transaction } = db.intern
  const tokenId = address(token.network, token.address)
  const stored = db.arrays<StoredRow>(sql`
    SELECT block, tx_index, event, tx, source, target, raw FROM transfer
    WHERE token = ${tokenId} AND block BETWEEN ${covers.from} AND ${covers.to}`)
  const { outdated, fresh, changes } = compareRows(stored, rows, {
    keyOfStored: ([block, tx, event]) => `${block} ${tx} ${event}`,
    keyOfRead: ({ position: { block, tx, event } }) => `${block} ${tx} ${event}`,
    isSame: ([, , , tx, source, target, raw], row) =>
      tx === transaction(row.network, row.tx) &&
      source === address(row.network, row.from) &&
      target === address(row.network, row.to) &&
      decodeAmount(raw) === row.raw,
    whole,
  })
  const remove = 'DELETE FROM transfer WHERE token = ? AND block = ? AND tx_index = ? AND event = ? AND tx = ? AND source = ? AND target = ?'
  db.runAll(remove, outdated, ([block, txIndex, event, tx, source, target]) => [tokenId, block, txIndex, event, tx, source, target])
  saveTransfers(db, { token, rows: fresh, covers })
  if (outdated.length > 0) bumpToken(db, tokenId)
  return changes
}
