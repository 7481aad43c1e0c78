import type { Deletion } from '../../../../src-shared/contract/records/deletions.ts'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

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

/** Most recently deleted first. Rows that an import replaced are kept in the same table, but are not deletions. */
export const deletions = (db: ReadDb): Deletion[] =>
  db
    .all<DeletionRow>(
      sql`SELECT id, kind, network, token_address, name, part, at, detail FROM deletion WHERE kind <> 'before_import' ORDER BY id DESC`,
    )
    .map(toDeletion)

/** @throws AppError `not_found` */
export function deletionOf(db: ReadDb, id: number): Deletion {
  const row = db.get<DeletionRow>(sql`
    SELECT id, kind, network, token_address, name, part, at, detail FROM deletion WHERE id = ${id} AND kind <> 'before_import'`)
  if (row === undefined) throw new AppError('not_found', { say: 'This is not among what was deleted. Compacting the database removes it for good.' })
  return toDeletion(row)
}

const toDeletion = ({ at, detail, ...row }: DeletionRow): Deletion => ({ ...row, deleted_at: at, rows: JSON.parse(detail) as Deletion['rows'] })
