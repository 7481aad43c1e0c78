import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** The newest time of each run of 20,000 trades in storage order. It stays when its trade is deleted, so such a run is searched, not skipped. */

const RUN = 20_000

const withTimesFrom = (id: string): string => `
  INSERT INTO trade_run (run, latest) SELECT id / ${RUN}, max(time) FROM trade WHERE id >= ${id} AND time IS NOT NULL GROUP BY id / ${RUN}
  ON CONFLICT (run) DO UPDATE SET latest = excluded.latest WHERE excluded.latest > trade_run.latest`

/** Updates the runs with trades that were just stored, starting at an id. */
export function updateRuns(db: WriteDb, from: number): void {
  db.run({ text: withTimesFrom('?'), params: [from] })
}

/** For a database whose runs may be missing. */
export const REBUILD_RUNS = `DELETE FROM trade_run; ${withTimesFrom('0')}`

/** The row before the first run with a trade at this time or later. `newest` if there is none. */
export function beforeTime(db: ReadDb, after: number, time: number, newest: number): number {
  const first = Math.floor((after + 1) / RUN)
  const run = db.get<{ run: number | null }>(sql`SELECT min(run) AS run FROM trade_run WHERE run >= ${first} AND latest >= ${time}`)?.run ?? null
  return run === null ? newest : Math.max(after, run * RUN - 1)
}
