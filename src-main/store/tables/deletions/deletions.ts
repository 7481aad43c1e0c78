import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import { RESTORABLE_TABLES } from './restorable-tables.ts'
import { deleteTokenRows, renewToken } from '../tokens/delete-token.ts'
import { bumpToken, keepScanIds } from '../tokens/revisions.ts'
import { deletionOf, finishDeletion, startDeletion } from './deletion-records.ts'
import { swapImport } from './imported-rows.ts'
import { deleteRows, isKept, restoreRows } from './restorable-rows.ts'
import type { Write } from '../calls.ts'

/** Deletes tokens, snapshots and scans, and restores them. Compacting removes them for good. */

export const deleteToken: Write<'deleteToken'> = (db, token) => {
  const id = addressId(db, token)
  if (id === null) return null
  const deletion = startDeletion(db, { kind: 'token', token, name: symbolOf(db, token) })
  return finishDeletion(db, deletion, deleteTokenRows(db, deletion, token, id))
}

export const deleteSnapshot: Write<'deleteSnapshot'> = (db, { token, timestamp }) => {
  const deletion = startDeletion(db, { kind: 'snapshot', token, name: symbolOf(db, token), part: String(timestamp) })
  const rows = deleteRows(db, deletion, 'snapshot', sql`token = ${addressId(db, token)} AND timestamp = ${timestamp}`)
  if (rows === 0) throw new AppError('snapshot_not_found', { message: 'This token has no snapshot of that time.' })
  return finishDeletion(db, deletion, { snapshots: rows })
}

export const deleteScan: Write<'deleteScan'> = (db, { token, generatedAt }) => {
  keepScanIds(db)
  const deletion = startDeletion(db, { kind: 'scan', token, name: symbolOf(db, token), part: String(generatedAt) })
  const id = addressId(db, token)
  const rows = deleteRows(db, deletion, 'scan_history', sql`token = ${id} AND generated_at = ${generatedAt}`)
  if (rows === 0) throw new AppError('not_found', { message: 'This token has no scan of that time.' })
  if (id !== null) bumpToken(db, id)
  return finishDeletion(db, deletion, { scans: rows })
}

export const restoreDeletion: Write<'restoreDeletion'> = (db, id) => {
  const deletion = deletionOf(db, id)
  const token: TokenKey = { network: deletion.network, address: trustedAddress(deletion.token_address) }
  switch (deletion.kind) {
    case 'token':
      restoreToken(db, deletion, token)
      break
    case 'import':
      swapImport(db, deletion, token)
      break
    case 'snapshot':
      restorePart(db, deletion, token, 'snapshot')
      break
    case 'scan':
      restorePart(db, deletion, token, 'scan_history')
      break
  }
  db.run(sql`DELETE FROM deletion WHERE id = ${id}`)
  return deletion
}

function restoreToken(db: WriteDb, { id: deletion }: Deletion, token: TokenKey): void {
  const id = db.intern.address(token.network, token.address)
  if (isKept(db, deletion, 'token') && db.get(sql`SELECT 1 FROM token WHERE id = ${id}`) !== undefined) {
    throw new AppError('conflict', {
      message: 'This token was read or imported again since it was deleted. Delete it, then restore the earlier one.',
    })
  }
  for (const table of RESTORABLE_TABLES) {
    // Trades and pools of two deleted tokens belong to both.
    if (table === 'trade') {
      restoreRows(db, table, sql`deletion = ${deletion} OR token_in = ${id} OR token_out = ${id} OR pool = ${id}`)
    } else if (table === 'pool') restoreRows(db, table, sql`deletion = ${deletion} OR token0 = ${id} OR token1 = ${id}`)
    else restoreRows(db, table, sql`deletion = ${deletion}`)
  }
  renewToken(db, id)
}

/** The column by whose seconds a part is addressed. */
const ADDRESSED_BY = { snapshot: 'timestamp', scan_history: 'generated_at' } as const

/** @throws AppError `conflict` if the same second has another row, which would hide this one */
function restorePart(db: WriteDb, deletion: Deletion, token: TokenKey, table: keyof typeof ADDRESSED_BY): void {
  const id = addressId(db, token)
  const at = sql`token = ${id} AND ${quoteIdentifier(ADDRESSED_BY[table])} = ${Number(deletion.part)}`
  if (db.get(sql`SELECT 1 FROM ${quoteIdentifier(table)} WHERE ${at}`) !== undefined) {
    throw new AppError('conflict', { message: `Another ${deletion.kind} of that second is stored. Delete it, then restore this one.` })
  }
  restoreRows(db, table, sql`deletion = ${deletion.id}`)
  if (id !== null) bumpToken(db, id)
}

const symbolOf = (db: ReadDb, token: TokenKey): string | null =>
  db.get<{ symbol: string | null }>(sql`SELECT symbol FROM token WHERE id = ${addressId(db, token)}`)?.symbol ?? null
