import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read } from '../calls.ts'

/** Records of deletions, without their rows. */

const NONE: Deletion['rows'] = { trades: 0, transfers: 0, holders: 0, snapshots: 0, scans: 0 }

interface NewDeletion {
  readonly kind: string
  readonly token: TokenKey
  readonly name: string | null
  readonly part?: string
}

export function startDeletion(db: WriteDb, { kind, token, name, part }: NewDeletion): number {
  const made = db.get<{ id: number }>(sql`
    INSERT INTO deletion (kind, network, token_address, name, part, at, detail)
    VALUES (${kind}, ${token.network}, ${token.address}, ${name}, ${part ?? null}, unixepoch(), ${JSON.stringify(NONE)}) RETURNING id`)
  return made?.id ?? 0
}

export function finishDeletion(db: WriteDb, id: number, rows: Partial<Deletion['rows']>): Deletion {
  db.run(sql`UPDATE deletion SET detail = ${JSON.stringify({ ...NONE, ...rows })} WHERE id = ${id}`)
  return deletionOf(db, id)
}

interface DeletionRow extends Omit<Deletion, 'rows' | 'deleted_at'> {
  readonly at: number
  readonly detail: string
}

/** Most recently deleted first. */
export const deletions: Read<'deletions'> = (db) => select(db, sql`ORDER BY id DESC`)

/** @throws AppError `not_found` */
export function deletionOf(db: ReadDb, id: number): Deletion {
  const [deletion] = select(db, sql`AND id = ${id}`)
  if (deletion === undefined)
    throw new AppError('not_found', { message: 'This is not among what was deleted. Compacting the database removes it for good.' })
  return deletion
}

/** Rows that an import replaced are kept in the same table, but are not deletions. */
const select = (db: ReadDb, rest: Query): Deletion[] =>
  db
    .all<DeletionRow>(sql`SELECT id, kind, network, token_address, name, part, at, detail FROM deletion WHERE kind <> 'before_import' ${rest}`)
    .map(({ at, detail, ...row }) => ({ ...row, deleted_at: at, rows: JSON.parse(detail) as Deletion['rows'] }))
