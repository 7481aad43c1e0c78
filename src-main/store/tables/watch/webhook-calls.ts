import type { WatchAlert, WatchRule } from '../../../../src-shared/contract/records/watch.ts'
import type { WriteDb } from '../../connection/handle.ts'
import type { DueCall } from '../../stored.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** Calls of webhooks. A row is made in the transaction of its alert and stays until the call was answered (docs/watch.md#webhooks). */

/** Milliseconds after which a call is given up. */
const DEAD_AFTER_MS = 24 * 3_600_000
const REVERTED = '.reverted'
/** The call about a reverted alert waits for the call of that alert. Otherwise a receiver would get the alert last, and take it for valid. */
const IN_TURN = sql`state = 'pending' AND id NOT IN (SELECT id || ${REVERTED} FROM webhook_call WHERE state = 'pending')`

/**
 * Queues a call whose body is the stream's frame, with the rule and the reason.
 *
 * @param now Unix milliseconds
 */
export function queueCall(
  db: WriteDb,
  { id, name, subject, condition, webhook_url, secret }: WatchRule,
  { delivery: _delivery, read_at: _read, ...alert }: WatchAlert,
  now: number,
): void {
  if (webhook_url === null) return
  const callId = alert.reverted_at === null ? alert.id : `${alert.id}${REVERTED}`
  const body = {
    op: 'event',
    id: callId,
    network: alert.network,
    address: alert.token_address,
    stream: 'local.alerts',
    timestamp: new Date(now).toISOString(),
    data: alert,
    rule: { id, name, subject, condition },
    reason: alert.reverted_at === null ? alert.reason : `Reverted by the chain: ${alert.reason}`,
  }
  db.run(sql`
    INSERT OR IGNORE INTO webhook_call (id, alert, rule, url, secret, body, made_at, due_at, attempts, state)
    VALUES (${callId}, ${alert.number}, ${id}, ${webhook_url}, ${secret}, ${JSON.stringify(body)}, ${now}, ${now}, 0, 'pending')`)
}

export const dueCalls: Read<'dueCalls'> = (db, { now, limit }) =>
  db.all<DueCall>(sql`
    SELECT id, url, secret, body, attempts FROM webhook_call WHERE ${IN_TURN} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${limit}`)

export const nextCallAt: Read<'nextCallAt'> = (db) =>
  db.get<{ at: number | null }>(sql`SELECT min(due_at) AS at FROM webhook_call WHERE ${IN_TURN}`)?.at ?? null

/** The call that the delivery of an alert describes: the first one that was not delivered, of the alert and of its reversal. */
export const describedCall = (alert: Query): Query => sql`(
  SELECT id FROM webhook_call WHERE id IN (${alert}, ${alert} || ${REVERTED}) ORDER BY state = 'delivered', id LIMIT 1)`

/** Stores the result of an attempt. A call that has failed for a day is dead. */
export const settleCall: Write<'settleCall'> = (db, { id, error, retryAt, now }) => {
  if (error === null) {
    db.run(sql`UPDATE webhook_call SET state = 'delivered', attempts = attempts + 1, error = NULL WHERE id = ${id}`)
    return
  }
  db.run(sql`
    UPDATE webhook_call SET attempts = attempts + 1, error = ${error}, due_at = ${retryAt},
      state = CASE WHEN made_at <= ${now - DEAD_AFTER_MS} THEN 'dead' ELSE 'pending' END
    WHERE id = ${id}`)
}
