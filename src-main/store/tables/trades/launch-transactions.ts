import type { LaunchTransaction } from '../../../../src-shared/domain/events.ts'
import { addressId, type WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { decodeAmount, decodeAmountOrNull, encodeAmount, type StoredAmount } from '../../values/amounts.ts'
import { bumpToken } from '../tokens/revisions.ts'
import type { Read, Write } from '../calls.ts'

type Amount = 'value' | 'maxFee' | 'maxPriorityFee' | 'priorityFee' | 'usualPriorityFee' | 'paid'
type Row = Omit<LaunchTransaction, Amount> & Record<Amount, unknown>

export const launchTransactions: Read<'launchTransactions'> = (db, token) =>
  db
    .all<Row>(
      sql`
        SELECT tx, block, nonce, raw_value AS value, gas_limit AS "gasLimit", max_fee AS "maxFee", max_priority_fee AS "maxPriorityFee",
          priority_fee AS "priorityFee", usual_priority_fee AS "usualPriorityFee", paid
        FROM launch_transaction WHERE token = ${addressId(db, token)} ORDER BY block, tx`,
    )
    .map((row) => ({
      ...row,
      value: decodeAmount(row.value),
      maxFee: decodeAmount(row.maxFee),
      maxPriorityFee: decodeAmountOrNull(row.maxPriorityFee),
      priorityFee: decodeAmountOrNull(row.priorityFee),
      usualPriorityFee: decodeAmountOrNull(row.usualPriorityFee),
      paid: decodeAmountOrNull(row.paid),
    }))

export const saveLaunchTransactions: Write<'saveLaunchTransactions'> = (db, { token, rows }) => {
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
