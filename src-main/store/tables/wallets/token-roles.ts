import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { WalletRole } from '../../../../src-shared/contract/records/wallets.ts'
import type { RoleRow } from '../../../../src-shared/domain/token-roles.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { Write } from '../calls.ts'

/** Roles of wallets in each token, as counted with the newest snapshot. They are computed from facts, so storing them changes no revision. */

/** Bits of `wallet_role.roles`. They are stored: add bits, never renumber them. */
export const ROLE_BIT: Readonly<Record<WalletRole | 'service', number>> = { creator: 1, sniper: 2, bundler: 4, insider: 8, service: 16 }

export const rolesOfBits = (bits: number): WalletRole[] =>
  (['creator', 'sniper', 'bundler', 'insider'] as const).filter((role) => (bits & ROLE_BIT[role]) !== 0)

export const saveTokenRoles: Write<'saveTokenRoles'> = (db, { token, roles }) => {
  const id = db.intern.address(token.network, token.address)
  forgetRoles(db, id)
  const idOf = (address: string): number => db.intern.address(token.network, trustedAddress(address))
  const row = 'INSERT INTO wallet_role (token, wallet, roles, cluster, first_trade, last_trade, figures) VALUES (?, ?, ?, ?, ?, ?, ?)'
  db.runAll(row, roles.wallets, (one) => [
    id,
    idOf(one.address),
    bitsOf(one),
    one.cluster,
    one.firstTrade,
    one.lastTrade,
    one.figures === null ? null : JSON.stringify(one.figures),
  ])
  const paid = 'INSERT OR IGNORE INTO deposit_sender (token, deposit, sender) VALUES (?, ?, ?)'
  db.runAll(paid, roles.deposits, ({ deposit, sender }) => [id, idOf(deposit), idOf(sender)])
  const members = Uint32Array.from(
    db
      .arrays<[wallet: number]>(
        sql`
        SELECT wallet FROM balance WHERE token = ${id} UNION SELECT wallet FROM wallet_role WHERE token = ${id}
        EXCEPT SELECT wallet FROM wallet_role WHERE token = ${id} AND roles & ${ROLE_BIT.service} <> 0`,
      )
      .map(([wallet]) => wallet),
  )
  db.run(sql`
    INSERT INTO role_state (token, as_of, block, rules, unknown, members)
    VALUES (${id}, ${roles.asOf}, ${roles.block}, ${roles.rules}, ${JSON.stringify(roles.unknown)}, ${new Uint8Array(members.buffer)})`)
}

function bitsOf({ roles, isService }: RoleRow): number {
  return roles.reduce((bits, role) => bits | ROLE_BIT[role], isService ? ROLE_BIT.service : 0)
}

export function forgetRoles(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM role_state WHERE token = ${tokenId}`)
  db.run(sql`DELETE FROM wallet_role WHERE token = ${tokenId}`)
  db.run(sql`DELETE FROM deposit_sender WHERE token = ${tokenId}`)
}

/** Deletes roles of a state that includes a reverted block. */
export function dropRolesFrom(db: WriteDb, tokenId: number, from: number): void {
  const state = db.get(sql`SELECT 1 FROM role_state WHERE token = ${tokenId} AND (block IS NULL OR block >= ${from})`)
  if (state !== undefined) forgetRoles(db, tokenId)
}
