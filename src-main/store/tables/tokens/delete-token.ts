import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import { formatTokenKey, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { deleteRows } from '../deletions/restorable-rows.ts'
import { TABLES_OF_TOKEN } from '../deletions/restorable-tables.ts'
import { forgetRun } from '../facts/append-runs.ts'
import { forgetReverted } from '../trades/reverted-trades.ts'
import { forgetRoles } from '../wallets/token-roles.ts'
import { highMark, keepScanIds, keepTradeIds, raiseHighMark } from './revisions.ts'
import { recountToken } from './tokens.ts'

/**
 * Moves a token and its facts to the deleted rows. Trades and pools whose other side is a stored token stay, because they are facts of that token
 * too. Facts of wallets and addresses belong to no token and stay.
 */
export function deleteTokenRows(db: WriteDb, deletion: number, token: TokenKey, id: number): Deletion['rows'] {
  saveHighMarks(db, id)
  deleteAlerts(db, deletion, token)
  forgetDerived(db, id)
  forgetReverted(db, id)
  const rows = new Map(TABLES_OF_TOKEN.map((table) => [table, deleteRows(db, deletion, table, sql`token = ${id}`)]))
  deleteRows(db, deletion, 'token', sql`id = ${id}`)
  const trades = deleteRows(db, deletion, 'trade', tradesOf(id))
  deleteRows(db, deletion, 'pool', poolsOf(id))
  const count = (table: (typeof TABLES_OF_TOKEN)[number]): number => rows.get(table) ?? 0
  return { trades, transfers: count('transfer'), holders: count('balance'), snapshots: count('snapshot'), scans: count('scan_history') }
}

/** Trades of no other stored token. */
const tradesOf = (id: number): Query => sql`
  (token_in = ${id} OR token_out = ${id} OR pool = ${id})
    AND token_in NOT IN (SELECT id FROM token) AND token_out NOT IN (SELECT id FROM token) AND pool NOT IN (SELECT id FROM token)`

const poolsOf = (id: number): Query => sql`
  (token0 = ${id} OR token1 = ${id})
    AND token0 NOT IN (SELECT id FROM token) AND token1 NOT IN (SELECT id FROM token)`

function deleteAlerts(db: WriteDb, deletion: number, token: TokenKey): void {
  const key = formatTokenKey(token)
  db.run(sql`DELETE FROM webhook_call WHERE alert IN (SELECT number FROM alert WHERE token = ${key})`)
  for (const table of ['watch_moment', 'alert_event', 'alert'] as const) deleteRows(db, deletion, table, sql`token = ${key}`)
}

/** A token that is read again must not repeat a revision, and a new trade must not get the id of a deleted one. */
function saveHighMarks(db: WriteDb, id: number): void {
  const revision = db.get<{ revision: number }>(sql`SELECT revision FROM token WHERE id = ${id}`)?.revision
  if (revision !== undefined) raiseHighMark(db, 'revision', revision)
  keepTradeIds(db)
  keepScanIds(db)
}

function forgetDerived(db: WriteDb, id: number): void {
  forgetRoles(db, id)
  forgetRun(db, id)
}

/** Recomputes what follows from the rows of a token, after some were added or removed outside of a read. */
export function settleToken(db: WriteDb, id: number): void {
  forgetDerived(db, id)
  renewToken(db, id)
}

/** Gives a restored token a revision that no earlier state had, and counts its rows. */
export function renewToken(db: WriteDb, id: number): void {
  const revision = highMark(db, 'revision') + 1
  raiseHighMark(db, 'revision', revision)
  db.run(sql`UPDATE token SET revision = max(revision + 1, ${revision}) WHERE id = ${id}`)
  recountToken(db, id)
}
