import { createHash } from 'node:crypto'
import type { WatchAlert } from '../../../../src-shared/contract/records/watch.ts'
import { formatTokenKey } from '../../../../src-shared/domain/address.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import { isReverted } from '../facts/block-marks.ts'
import { saveMoment } from './moments.ts'
import { describedCall, queueCall } from './webhook-calls.ts'
import type { Read, Write } from '../calls.ts'

/** The inbox: alerts, and the events counted by each. */

type Static = Pick<
  WatchAlert,
  'rule_name' | 'notice' | 'network' | 'token_address' | 'token_name' | 'reason' | 'made_at' | 'snapshot' | 'wallets' | 'evidence'
>

interface AlertRow {
  number: number
  id: string
  rule: string
  first_at: number
  block: number | null
  read_at: number | null
  reverted_at: number | null
  json: string
  count: number
  last_at: number | null
  state: NonNullable<WatchAlert['delivery']>['state'] | null
  attempts: number | null
  error: string | null
}

/** Alerts kept. The oldest beyond this number are deleted. */
const MAX_ALERTS = 10_000

export const watchAlerts: Read<'watchAlerts'> = (db, { unread, before, limit }) => {
  const rows = select(
    db,
    sql`number < ${before ?? Number.MAX_SAFE_INTEGER} AND (${unread ? 1 : 0} = 0 OR read_at IS NULL) ORDER BY number DESC LIMIT ${limit}`,
  )
  return { alerts: rows, unread: db.get<{ n: number }>(sql`SELECT count(*) AS n FROM alert WHERE read_at IS NULL`)?.n ?? 0 }
}

export const quietRules: Read<'quietRules'> = (db, { token, rules, at }) =>
  rules.filter(({ id, quiet_seconds }) => openAlert(db, id, formatTokenKey(token), at, quiet_seconds) !== null).map(({ id }) => id)

export const recordWatch: Write<'recordWatch'> = (db, { token, tokenName, moment, hash = null, matches, snapshot, now }) => {
  // Alerts of a reverted block would never be taken back, and its moment would hide the events of the blocks that replace it.
  if (moment !== null && isReverted(db, token, { block: moment.block, hash })) return []
  const at = Math.floor(now / 1000)
  const key = formatTokenKey(token)
  const made: number[] = []
  for (const { rule, ...match } of matches) {
    if (db.get(sql`SELECT 1 FROM alert_event WHERE rule = ${rule.id} AND token = ${key} AND key = ${match.key}`) !== undefined) continue
    let number = openAlert(db, rule.id, key, match.at, rule.quiet_seconds)
    if (number === null) {
      const { reason, wallets, evidence } = match
      const json: Static = {
        rule_name: rule.name,
        notice: rule.notice,
        network: token.network,
        token_address: token.address,
        token_name: tokenName,
        reason,
        made_at: at,
        snapshot,
        wallets: [...wallets],
        evidence: [...evidence],
      }
      number = insertAlert(db, { rule: rule.id, token: key, at: match.at, block: match.block, json })
      made.push(number)
    }
    db.run(sql`
      INSERT INTO alert_event (rule, token, key, alert, block, at) VALUES (${rule.id}, ${key}, ${match.key}, ${number}, ${match.block}, ${match.at})`)
  }
  const alerts = made.flatMap((number) => select(db, sql`number = ${number}`))
  for (const alert of alerts) {
    const rule = matches.find((match) => match.rule.id === alert.rule_id)?.rule
    if (rule !== undefined && rule.webhook_url !== null) queueCall(db, rule, alert, now)
  }
  if (moment !== null) saveMoment(db, token, moment, at)
  if (made.length > 0) deleteOldest(db)
  return alerts
}

export const markAlertsRead: Write<'markAlertsRead'> = (db, { ids, at }) => {
  if (ids === null) db.run(sql`UPDATE alert SET read_at = ${at} WHERE read_at IS NULL`)
  else db.run(sql`UPDATE alert SET read_at = ${at} WHERE read_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
}

/** Alerts that match a condition, which may end with an order and a limit. */
export function select(db: ReadDb, condition: Query): WatchAlert[] {
  return db
    .all<AlertRow>(
      sql`
      SELECT number, alert.id, rule, first_at, block, read_at, reverted_at, json,
        (SELECT count(*) FROM alert_event WHERE alert = number) AS count, (SELECT max(at) FROM alert_event WHERE alert = number) AS last_at,
        webhook.state, webhook.attempts, webhook.error
      FROM (SELECT * FROM alert WHERE ${condition}) AS alert
      LEFT JOIN (SELECT id, state, attempts, error FROM webhook_call) AS webhook ON webhook.id = ${describedCall(sql`alert.id`)}
      ORDER BY number DESC`,
    )
    .map(({ json, rule, state, attempts, error, last_at, ...row }) => ({
      ...row,
      ...(JSON.parse(json) as Static),
      rule_id: rule,
      last_at: last_at ?? row.first_at,
      delivery: state === null ? null : { state, attempts: attempts ?? 0, error },
    }))
}

function openAlert(db: ReadDb, rule: string, token: string, at: number, quietSeconds: number): number | null {
  const row = db.get<{ number: number; first_at: number }>(sql`
    SELECT number, first_at FROM alert WHERE rule = ${rule} AND token = ${token} AND reverted_at IS NULL ORDER BY number DESC LIMIT 1`)
  return row !== undefined && at - row.first_at < quietSeconds ? row.number : null
}

interface NewAlert {
  readonly rule: string
  readonly token: string
  readonly at: number
  readonly block: number | null
  readonly json: Static
}

function insertAlert(db: WriteDb, { rule, token, at, block, json }: NewAlert): number {
  const number = (db.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'alert'`)?.seq ?? 0) + 1
  const id = createHash('sha256').update(`${rule} ${token} ${number}`).digest('hex').slice(0, 32)
  db.run(sql`
    INSERT INTO alert (number, id, rule, token, first_at, block, json)
    VALUES (${number}, ${id}, ${rule}, ${token}, ${at}, ${block}, ${JSON.stringify(json)})`)
  return number
}

function deleteOldest(db: WriteDb): void {
  const first = db.get<{ number: number }>(sql`SELECT number FROM alert ORDER BY number DESC LIMIT 1 OFFSET ${MAX_ALERTS}`)?.number
  if (first === undefined) return
  db.run(sql`DELETE FROM alert_event WHERE alert <= ${first}`)
  db.run(sql`DELETE FROM webhook_call WHERE alert <= ${first} AND state <> 'pending'`)
  db.run(sql`DELETE FROM alert WHERE number <= ${first}`)
}
