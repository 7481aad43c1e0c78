import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { addressId, type WriteDb } from '../../connection/handle.ts'
import { keepScanIds, keepTradeIds, raiseHighMark } from './revisions.ts'
import { named, sql } from '../../connection/sql.ts'
import { forgetRoles } from '../wallets/token-roles.ts'
import { forgetAlerts } from '../watch/forget.ts'

/** Tables whose rows belong to one token alone. */
const OWN_TABLES = [
  'transfer',
  'balance',
  'balance_change',
  'recorded_link',
  'recorded_degree',
  'coverage',
  'snapshot',
  'scan_history',
  'append_run',
  'produced_blocks',
  'trading_switch',
  'launch_transaction',
  'contract_owner',
  'granted_role',
  'block_mark',
] as const

/**
 * Deletes a token and its facts. A trade or pool whose other side is a stored token stays, because it is a fact of that token too. Facts of
 * wallets and addresses belong to no token and stay.
 */
export function deleteToken(db: WriteDb, token: TokenKey): void {
  const id = addressId(db, token.network, token.address)
  if (id === null) return
  saveHighMarks(db, id)
  forgetAlerts(db, token)
  forgetRoles(db, id)
  for (const table of OWN_TABLES) db.run(sql`DELETE FROM ${named(table)} WHERE token = ${id}`)
  db.run(sql`DELETE FROM token WHERE id = ${id}`)
  db.run(sql`
    DELETE FROM trade WHERE (token_in = ${id} OR token_out = ${id} OR pool = ${id})
      AND token_in NOT IN (SELECT id FROM token) AND token_out NOT IN (SELECT id FROM token) AND pool NOT IN (SELECT id FROM token)`)
  db.run(sql`
    DELETE FROM pool WHERE (token0 = ${id} OR token1 = ${id})
      AND token0 NOT IN (SELECT id FROM token) AND token1 NOT IN (SELECT id FROM token)`)
}

/** A token that is read again must not repeat a revision, and a new trade must not get the id of a deleted one. */
function saveHighMarks(db: WriteDb, id: number): void {
  const revision = db.get<{ revision: number }>(sql`SELECT revision FROM token WHERE id = ${id}`)?.revision
  if (revision !== undefined) raiseHighMark(db, 'revision', revision)
  keepTradeIds(db)
  keepScanIds(db)
}
