import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { encodeAmount } from '../../values/amounts.ts'
import { forgetLaunchTransactions } from '../trades/launch-transactions.ts'
import { forgetTradingSwitch } from '../tokens/trading-switch.ts'
import { dropRolesFrom } from '../wallets/token-roles.ts'
import { deletePaymentsFrom } from '../wallets/reverted-payments.ts'
import { dropMarksFrom, saveBlockMarks } from './block-marks.ts'
import { noteAppend } from './append-runs.ts'
import { moveBalances, saveBalances } from '../transfers/balances.ts'
import { cutCoverage } from '../tokens/coverage.ts'
import { addressId, type WriteDb } from '../../connection/handle.ts'
import type { BlockRange } from '../../interface.ts'
import { savePools } from '../trades/pools.ts'
import { bumpToken, keepScanIds } from '../tokens/revisions.ts'
import { sql } from '../../connection/sql.ts'
import { revertTrades } from '../trades/reverted-trades.ts'
import { coverTrades, insertTrades } from '../trades/trades.ts'
import { saveTransfers, transfers } from '../transfers/transfers.ts'
import { revertAlerts } from '../watch/forget.ts'
import { zeroAddress } from '../../values/zero-address.ts'
import type { Write } from '../calls.ts'

/**
 * Stores blocks of a followed token: rows, the balances that result, and the block up to which the token is known. Rejects a range that does
 * not start right after that block, because balances would count transfers twice or miss some.
 */
export const saveBlocks: Write<'saveBlocks'> = (db, { token, blocks }) => {
  const id = db.intern.address(token.network, token.address)
  const known = db.get<{ asOfBlock: number | null; holderCount: number | null; revision: number }>(
    sql`SELECT as_of_block AS "asOfBlock", holder_count AS "holderCount", revision FROM token WHERE id = ${id}`,
  )
  if (known?.asOfBlock !== blocks.from - 1) throw new Error(`blocks from ${blocks.from} do not follow on ${known?.asOfBlock ?? 'an unread token'}`)
  const covers: BlockRange = { from: blocks.from, to: blocks.to }
  const newTrades = insertTrades(db, token.network, blocks.trades)
  coverTrades(db, token, covers)
  saveTransfers(db, { token, rows: blocks.transfers, covers })
  savePools(db, { token, rows: blocks.pools, covers })
  const read = new Set<Address>(blocks.balances.map(({ address }) => address))
  const partial = known.holderCount === null
  const deltas = deltasOf(blocks.transfers, read, zeroAddress(token.network))
  // Unknown balances may be those of holders, and must not count as zero later.
  const counted = moveBalances(db, token, deltas, { onlyKnown: partial }) && !partial
  if (blocks.balances.length > 0) saveBalances(db, { token, rows: blocks.balances, replaceAll: false })
  if (blocks.supply !== null) db.run(sql`UPDATE token SET total_supply = ${encodeAmount(blocks.supply)} WHERE id = ${id}`)
  db.run(sql`
    UPDATE token SET as_of_block = ${blocks.to}, as_of = coalesce(${blocks.time}, as_of),
      holder_count = ${counted ? sql`holders_known` : null}
    WHERE id = ${id}`)
  if (blocks.hash !== undefined) saveBlockMarks(db, { token, marks: [{ block: blocks.to, hash: blocks.hash }] })
  noteAppend(db, id, { token, block: blocks.to, revision: known.revision, wallets: new Set([...deltas.keys(), ...read]) })
  return newTrades
}

/**
 * Rolls back the facts of a token from a block on after a reorg: trades, transfers with their balance changes, pools, coverage, snapshots and
 * scans, and the payments between wallets. Facts of other tokens in those blocks stay, because their own followers roll them back. `from` may be below the block of the last read: stored
 * transfers restore the balances, and the replacing blocks bring balances and supply that transfers do not explain.
 */
export const rollBackBlocks: Write<'rollBackBlocks'> = (db, { token, from }) => {
  const id = addressId(db, token)
  if (id === null) return { trades: [], rows: [], retractions: [] }
  const gone = transfers(db, { token, limit: null, blocks: { from, to: Number.MAX_SAFE_INTEGER } })
  const undo = new Map([...deltasOf(gone, new Set(), zeroAddress(token.network))].map(([address, raw]) => [address, -raw]))
  const partial = db.get(sql`SELECT 1 FROM token WHERE id = ${id} AND holder_count IS NULL`) !== undefined
  moveBalances(db, token, undo, { onlyKnown: partial })
  db.run(sql`DELETE FROM transfer WHERE token = ${id} AND block >= ${from}`)
  const reverted = revertTrades(db, id, from)
  db.run(sql`DELETE FROM pool WHERE (token0 = ${id} OR token1 = ${id}) AND created_block >= ${from}`)
  cutCoverage(db, id, from)
  dropMarksFrom(db, id, from)
  deleteRecordsFrom(db, id, from)
  deletePaymentsFrom(db, token.network, from)
  forgetTradingSwitch(db, id, from)
  forgetLaunchTransactions(db, id, from)
  revertAlerts(db, token, from)
  db.run(sql`
    UPDATE token SET as_of_block = ${from - 1}, holder_count = CASE WHEN holder_count IS NULL THEN NULL ELSE holders_known END
    WHERE id = ${id} AND as_of_block >= ${from}`)
  bumpToken(db, id)
  return reverted
}

/** The net change of each wallet. The zero address of mints and burns has no balance. */
function deltasOf(transfers: readonly Transfer[], except: ReadonlySet<string>, zero: Address): Map<Address, bigint> {
  const deltas = new Map<Address, bigint>()
  const add = (address: Address, raw: bigint): void => {
    if (address !== zero && !except.has(address)) deltas.set(address, (deltas.get(address) ?? 0n) + raw)
  }
  for (const { from, to, raw } of transfers) {
    add(from, -raw)
    add(to, raw)
  }
  return deltas
}

/** A reverted state no longer exists, and a snapshot of its replacement may have the same time. */
function deleteRecordsFrom(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM snapshot WHERE token = ${tokenId} AND block >= ${from}`)
  dropRolesFrom(db, tokenId, from)
  keepScanIds(db)
  db.run(sql`DELETE FROM scan_history WHERE token = ${tokenId} AND block >= ${from}`)
}
