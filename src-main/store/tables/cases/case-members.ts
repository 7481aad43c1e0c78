import { EVERYONE } from '../../../../src-shared/domain/users.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { CaseMember } from '../../stored.ts'
import { caseFile } from './case-rows.ts'
import type { Read, Write } from '../calls.ts'

/** Who may use a case (docs/team.md#users). Members are not part of the case: neither its history nor its file contains them. */

export const caseMembers: Read<'caseMembers'> = (db, id) =>
  id === null
    ? db.all<CaseMember>(sql`SELECT id, name, access FROM shared_case ORDER BY id, name`)
    : db.all<CaseMember>(sql`SELECT id, name, access FROM shared_case WHERE id = ${id} ORDER BY name`)

/** A condition on the id of a case: it belongs to everyone, or is shared with the viewer or with every user. */
export const isSeenBy = (viewer: string | null, id: Query): Query => sql`
  (NOT EXISTS (SELECT 1 FROM shared_case WHERE id = ${id}) OR EXISTS (SELECT 1 FROM shared_case WHERE id = ${id} AND name IN (${EVERYONE}, ${viewer})))`

export const saveCaseMembers: Write<'saveCaseMembers'> = (db, { id, members }) => {
  if (caseFile(db, id) === undefined) throw new AppError('not_found', { message: 'This case does not exist.' })
  db.run(sql`DELETE FROM shared_case WHERE id = ${id}`)
  for (const { name, access } of members) db.run(sql`INSERT INTO shared_case (id, name, access) VALUES (${id}, ${name}, ${access})`)
}

export function saveOwner(db: WriteDb, id: string, owner: string | null): void {
  if (owner !== null) saveCaseMembers(db, { id, members: [{ name: owner, access: 'own' }] })
}
