import type { KeyQuotas, Permission } from '../../../../src-shared/contract/records/service.ts'
import type { ReadDb } from '../../connection/handle.ts'
import type { StoredKey } from '../../interface.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

type KeyRow = Omit<StoredKey, 'quotas' | 'permissions'> & { readonly quotas: string | null; readonly permissions: string }

/** Oldest first, revoked ones included. */
export const keys: Read<'keys'> = (db) => keysWhere(db, sql`ORDER BY created_at, id`)

export const saveKey: Write<'saveKey'> = (db, key) => {
  db.run(sql`
    INSERT INTO key (id, name, owner, quotas, hash, prefix, permissions, created_at)
    VALUES (${key.id}, ${key.name}, ${key.owner}, ${key.quotas === null ? null : JSON.stringify(key.quotas)}, ${key.hash}, ${key.prefix},
      ${JSON.stringify(key.permissions)}, ${key.created_at})`)
}

/** A second revocation changes nothing. Returns null for an unknown key. */
export const revokeKey: Write<'revokeKey'> = (db, { id, at }) => {
  db.run(sql`UPDATE key SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`)
  return keysWhere(db, sql`WHERE id = ${id}`)[0] ?? null
}

export const touchKeys: Write<'touchKeys'> = (db, { ids, at }) => {
  db.run(sql`
    UPDATE key SET last_used_at = max(coalesce(last_used_at, 0), ${at})
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
}

function keysWhere(db: ReadDb, rest: Query): StoredKey[] {
  const columns = sql`id, name, owner, quotas, hash, prefix, permissions, created_at, last_used_at, revoked_at`
  return db.all<KeyRow>(sql`SELECT ${columns} FROM key ${rest}`).map((row) => ({
    ...row,
    quotas: row.quotas === null ? null : (JSON.parse(row.quotas) as KeyQuotas),
    permissions: JSON.parse(row.permissions) as Permission[],
  }))
}
