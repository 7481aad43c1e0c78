import type { GrantedRole } from '../../../../src-shared/domain/token.ts'
import { addressId } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { bumpToken } from './revisions.ts'
import type { Read, Write } from '../calls.ts'

/** By role and member. */
export const grantedRoles: Read<'grantedRoles'> = (db, token) =>
  db.all<GrantedRole>(sql`
    SELECT role, member.text AS member, tx FROM granted_role JOIN address AS member ON member.id = member
    WHERE token = ${addressId(db, token)} ORDER BY role, member.text`)

/** Replaces the roles stored by an earlier read, because roles can be revoked. */
export const saveGrantedRoles: Write<'saveGrantedRoles'> = (db, { token, rows }) => {
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
