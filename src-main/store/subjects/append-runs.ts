import { rowsAfter } from './fact-rows.ts'
import { addressId, type ReadDb, type WriteDb } from '../connection/handle.ts'
import type { FactRows, ReadState, StoredToken } from '../interface.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { sql } from '../connection/sql.ts'
import { token } from './tokens.ts'

/**
 * A run of changes to a token that only stored blocks which follow: from `since_revision` to `revision` nothing else
 * happened to it. Any other change leaves the token's revision ahead of the run, and the next block begins a new one.
 */

/** After blocks were stored that follow on the state with the revision `before`. */
export function noteAppend(db: WriteDb, tokenId: number, before: number): void {
  db.run(sql`
    INSERT INTO append_run (token, since_revision, revision) SELECT id, ${before}, revision FROM token WHERE id = ${tokenId}
    ON CONFLICT DO UPDATE SET
      since_revision = CASE WHEN append_run.revision = excluded.since_revision THEN append_run.since_revision ELSE excluded.since_revision END,
      revision = excluded.revision`)
}

export function appended(db: ReadDb, { token: key, since }: { token: TokenKey; since: ReadState }): (FactRows & { token: StoredToken }) | null {
  const id = addressId(db, key.network, key.address)
  const stored = id === null ? null : token(db, key)
  if (id === null || stored === null) return null
  const run = db.get<{ since: number; revision: number }>(sql`SELECT since_revision AS since, revision FROM append_run WHERE token = ${id}`)
  const isWhole = stored.revision === since.revision || (run?.revision === stored.revision && run.since <= since.revision)
  return isWhole ? { token: stored, ...rowsAfter(db, key, id, since.block) } : null
}
