import type { KeyQuotas, Permission } from '../../../../src-shared/contract/records/service.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import type { StoredKey, StoreWrites } from '../../interface.ts'
import { sql, type Query } from '../../connection/sql.ts'

interface KeyRow {
  id: string
  name: string
  owner: string | null
  quotas: string | null
  hash: string
  prefix: string
  permissions: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** Oldest first, revoked ones included. */
export function keys(db: ReadDb): StoredKey[] {
  return keysWhere(db, sql`ORDER BY created_at, id`)
}

export function saveKey(db: WriteDb, key: Parameters<StoreWrites['saveKey']>[0]): void {
  db.run(sql`
    INSERT INTO key (id, name, owner, quotas, hash, prefix, permissions, created_at)
    VALUES (${key.id}, ${key.name}, ${key.owner}, ${key.quotas === null ? null : JSON.stringify(key.quotas)}, ${key.hash}, ${key.prefix},
      ${JSON.stringify(key.permissions)}, ${key.created_at})`)
}

/** A second revocation changes nothing. Returns null for an unknown key. */
export function revokeKey(db: WriteDb, { id, at }: { id: string; at: number }): StoredKey | null {
  db.run(sql`UPDATE key SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`)
  return keysWhere(db, sql`WHERE id = ${id}`)[0] ?? null
}

export function touchKeys(db: WriteDb, { ids, at }: { ids: readonly string[]; at: number }): void {
  db.run(sql`
    UPDATE key SET last_used_at = max(coalesce(last_used_at, 0), ${at})
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
}

function keysWhere(db: ReadDb, rest: Query): StoredKey[] {
  return db.all<KeyRow>(sql`SELECT * FROM key ${rest}`).map((row) => ({
    id: row.id,
    name: row.name,
    owner: row.owner,
    quotas: row.quotas === null ? null : (JSON.parse(row.quotas) as KeyQuotas),
    hash: row.hash,
    prefix: row.prefix,
    permissions: JSON.parse(row.permissions) as Permission[],
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    revoked_at: row.revoked_at,
  }))
}
