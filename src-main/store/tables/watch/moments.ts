import { formatTokenKey, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { PastValues, WatchedValues, WatchMoment } from '../../../../src-shared/domain/watch-moment.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { Read } from '../calls.ts'

/**
 * Moments kept completely per watched token. A moment is stored under the first block with its state, and `seen_to` is the last such block. The
 * newest moments are complete, so that reverting a block leaves the moment before it. Of older moments, only one per minute is kept, with figures
 * only, for rules about moves within a time.
 */

const WHOLE_MOMENTS = 32
/** Longer than any rule looks back. */
const KEEP_SECONDS = 90_000

interface MomentRow {
  seen_to: number
  time: number
  made_at: number
  figures: string
  state: string | null
}

type State = Pick<WatchMoment, 'top' | 'roles' | 'clusters' | 'pools'>

export const watchMoment: Read<'watchMoment'> = (db, token) => {
  const rows = db.all<MomentRow>(
    sql`SELECT seen_to, time, made_at, figures, state FROM watch_moment WHERE token = ${formatTokenKey(token)} ORDER BY block`,
  )
  const last = rows.at(-1)
  if (last === undefined || last.state === null) return null
  const values = (row: MomentRow): WatchedValues => JSON.parse(row.figures) as WatchedValues
  const { seen_to: block, time, made_at: madeAt } = last
  return {
    moment: { block, time, values: values(last), ...(JSON.parse(last.state) as State) },
    madeAt,
    past: rows.map((row): PastValues => ({ time: row.time, ...values(row) })),
  }
}

export function saveMoment(db: WriteDb, token: TokenKey, { block, time, values, top, roles, clusters, pools }: WatchMoment, madeAt: number): void {
  const key = formatTokenKey(token)
  const [figures, state] = [JSON.stringify(values), JSON.stringify({ top, roles, clusters, pools } satisfies State)]
  // Blocks in which nothing changed only extend the newest moment.
  const moved = db.run(sql`
    UPDATE watch_moment SET seen_to = ${block}, made_at = ${madeAt} WHERE token = ${key} AND figures = ${figures} AND state = ${state}
      AND block = (SELECT max(block) FROM watch_moment WHERE token = ${key})`)
  if (moved > 0) return
  db.run(sql`
    INSERT OR REPLACE INTO watch_moment (token, block, seen_to, time, made_at, figures, state)
    VALUES (${key}, ${block}, ${block}, ${time}, ${madeAt}, ${figures}, ${state})`)
  thinOut(db, key, time)
}

function thinOut(db: WriteDb, key: string, now: number): void {
  const oldestWhole = db.get<{ block: number }>(
    sql`SELECT block FROM watch_moment WHERE token = ${key} ORDER BY block DESC LIMIT 1 OFFSET ${WHOLE_MOMENTS}`,
  )?.block
  if (oldestWhole === undefined) return
  db.run(sql`UPDATE watch_moment SET state = NULL WHERE token = ${key} AND block <= ${oldestWhole} AND state IS NOT NULL`)
  db.run(sql`
    DELETE FROM watch_moment WHERE token = ${key} AND block <= ${oldestWhole} AND (time < ${now - KEEP_SECONDS} OR EXISTS (
      SELECT 1 FROM watch_moment AS later
      WHERE later.token = watch_moment.token AND later.block > watch_moment.block AND later.block <= ${oldestWhole}
        AND later.time / 60 = watch_moment.time / 60))`)
}
