import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { LaunchTransaction } from '../../../../src-shared/domain/events.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { decodeAmount, decodeAmountOrNull, encodeAmount, type StoredAmount } from '../../values/amounts.ts'
import { bumpToken } from '../tokens/revisions.ts'

interface Row {
  tx: string
  block: number
  nonce: number
  raw_value: unknown
  gas_limit: number
  max_fee: unknown
  max_priority_fee: unknown
  priority_fee: unknown
  usual_priority_fee: unknown
  paid: unknown
}

/** In the order of their blocks. */
export function launchTransactions(db: ReadDb, token: TokenKey): LaunchTransaction[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<Row>(
      sql`
    SELECT tx, block, nonce, raw_value, gas_limit, max_fee, max_priority_fee, priority_fee, usual_priority_fee, paid
    FROM launch_transaction WHERE token = ${id} ORDER BY block, tx`,
    )
    .map((row) => ({
      tx: row.tx,
      block: row.block,
      nonce: row.nonce,
      value: decodeAmount(row.raw_value),
      gasLimit: row.gas_limit,
      maxFee: decodeAmount(row.max_fee),
      maxPriorityFee: decodeAmountOrNull(row.max_priority_fee),
      priorityFee: decodeAmountOrNull(row.priority_fee),
      usualPriorityFee: decodeAmountOrNull(row.usual_priority_fee),
      paid: decodeAmountOrNull(row.paid),
    }))
}

export function saveLaunchTransactions(db: WriteDb, { token, rows }: { token: TokenKey; rows: readonly LaunchTransaction[] }): void {
  const id = db.intern.address(token.network, token.address)
  const insert = `
    INSERT OR REPLACE INTO launch_transaction (token, tx, block, nonce, raw_value, gas_limit, max_fee, max_priority_fee, priority_fee, usual_priority_fee, paid)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const changed = db.runAll(insert, rows, (row) => [
    ...[id, row.tx, row.block, row.nonce, encodeAmount(row.value), row.gasLimit, encodeAmount(row.maxFee)],
    ...[row.maxPriorityFee, row.priorityFee, row.usualPriorityFee, row.paid].map(encodeOrNull),
  ])
  if (changed > 0) bumpToken(db, id)
}

/** Called when blocks from `from` on were reverted. */
export function forgetLaunchTransactions(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM launch_transaction WHERE token = ${tokenId} AND block >= ${from}`)
}

const encodeOrNull = (value: bigint | null): StoredAmount | null => (value === null ? null : encodeAmount(value))
