import { formatTokenKey, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { select } from './alerts.ts'
import { watchRules } from './rules.ts'
import { queueCall } from './webhook-calls.ts'

/**
 * Deletes events of reverted blocks, in the transaction that reverts them. An alert without remaining events is marked, and its webhook is notified. The
 * events may recur with the replacing blocks.
 */
export function revertAlerts(db: WriteDb, token: TokenKey, from: number): void {
  const key = formatTokenKey(token)
  db.run(sql`DELETE FROM watch_moment WHERE token = ${key} AND block >= ${from}`)
  db.run(sql`UPDATE watch_moment SET seen_to = ${from - 1} WHERE token = ${key} AND seen_to >= ${from}`)
  const touched = db.all<{ alert: number }>(sql`SELECT DISTINCT alert FROM alert_event WHERE token = ${key} AND block >= ${from}`)
  if (touched.length === 0) return
  db.run(sql`DELETE FROM alert_event WHERE token = ${key} AND block >= ${from}`)
  const now = db.get<{ now: number }>(sql`SELECT round(unixepoch('subsec') * 1000) AS now`)?.now ?? 0
  const rules = new Map(watchRules(db).map((rule) => [rule.id, rule]))
  for (const { alert: number } of touched) {
    const marked = db.run(sql`
      UPDATE alert SET reverted_at = unixepoch() WHERE number = ${number} AND NOT EXISTS (SELECT 1 FROM alert_event WHERE alert = ${number})`)
    const [alert] = marked === 0 ? [] : select(db, sql`number = ${number}`)
    const rule = alert === undefined || alert.delivery === null ? undefined : rules.get(alert.rule_id)
    if (alert !== undefined && alert.reverted_at !== null && rule !== undefined) queueCall(db, rule, alert, now)
  }
}
