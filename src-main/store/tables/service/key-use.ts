import { sql } from '../../connection/sql.ts'
import type { Write } from '../calls.ts'

/**
 * A process whose clock is behind uses the period that another process began. A period that begins more than its length later is from before the
 * clock was set back.
 */
export const takeRequests: Write<'takeRequests'> = (db, { key, at, periods }) =>
  periods.map(({ seconds, limit, amount }) => {
    const row = db.get<{ began: number; taken: number }>(sql`SELECT began, taken FROM key_use WHERE key = ${key} AND seconds = ${seconds}`)
    const own = at - (at % seconds)
    const began = row !== undefined && row.began > own && row.began <= at + seconds ? row.began : own
    const taken = row?.began === began ? row.taken : 0
    const granted = Math.max(0, Math.min(amount, limit - taken))
    db.run(sql`INSERT OR REPLACE INTO key_use (key, seconds, began, taken) VALUES (${key}, ${seconds}, ${began}, ${taken + granted})`)
    return { began, granted }
  })
