import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { GrantedRole } from '../../../../src-shared/domain/token.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { bumpToken } from './revisions.ts'

/** By role and member. */
export function grantedRoles(db: ReadDb, token: TokenKey): GrantedRole[] {
  const id = addressId(db, token.network, token.address)
  if (id === null) return []
  return db
    .all<{ role: string; member: string; tx: string }>(
      sql`SELECT role, member.text AS member, tx FROM granted_role JOIN address AS member ON member.id = member WHERE token = ${id} ORDER BY role, member.text`,
    )
    .map(({ role, member, tx }) => ({ role, member: trustedAddress(member), tx }))
}

/** Replaces the roles stored by an earlier read, because roles can be revoked. */
export function saveGrantedRoles(db: WriteDb, { token, rows }: { token: TokenKey; rows: readonly GrantedRole[] }): void {
  const id = db.intern.address(token.network, token.address)
  const before = JSON.stringify(grantedRoles(db, token))
  db.run(sql`DELETE FROM granted_role WHERE token = ${id}`)
  db.runAll('INSERT OR REPLACE INTO granted_role (token, role, member, tx) VALUES (?, ?, ?, ?)', rows, ({ role, member, tx }) => [
    id,
    role,
    db.intern.address(token.network, member),
    tx,
  ])
  if (JSON.stringify(grantedRoles(db, token)) !== before) bumpToken(db, id)
}
