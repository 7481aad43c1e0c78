import type { WatchRule } from '../../../../src-shared/contract/records/watch.ts'
import type { ClaimedWallet } from '../../../../src-shared/domain/cases/claims.ts'
import { sql } from '../../connection/sql.ts'
import { partOf } from '../cases/case-parts.ts'
import { caseFile } from '../cases/case-rows.ts'
import type { Read, Write } from '../calls.ts'
import { jsonRows } from '../json-rows.ts'

export const watchRules: Read<'watchRules'> = (db) => jsonRows<WatchRule>(db, sql`SELECT json FROM watch_rule ORDER BY number DESC, id`)

export const saveWatchRule: Write<'saveWatchRule'> = (db, rule) => {
  db.run(sql`
    INSERT INTO watch_rule (id, created_at, json, number)
    VALUES (${rule.id}, ${rule.created_at}, ${JSON.stringify(rule)}, (SELECT coalesce(max(number), 0) + 1 FROM watch_rule))
    ON CONFLICT (id) DO UPDATE SET json = excluded.json`)
}

/** Keeps the alerts of the rule, but drops pending calls of its webhook. */
export const deleteWatchRule: Write<'deleteWatchRule'> = (db, id) => {
  const [rule] = jsonRows<WatchRule>(db, sql`SELECT json FROM watch_rule WHERE id = ${id}`)
  db.run(sql`DELETE FROM watch_rule WHERE id = ${id}`)
  db.run(sql`DELETE FROM webhook_call WHERE rule = ${id} AND state = 'pending'`)
  return rule ?? null
}

/** A tag name matches in every case. */
export const watchedWallets: Read<'watchedWallets'> = (db, subject) => {
  switch (subject.kind) {
    case 'wallet':
      return [{ network: subject.network, address: subject.address }]
    case 'tag':
      return db.all<ClaimedWallet>(sql`SELECT DISTINCT network, address FROM case_tag
        WHERE name = ${subject.name} AND case_id NOT IN (SELECT id FROM deleted_case) ORDER BY network, address`)
    case 'entity':
      if (caseFile(db, subject.case) === undefined) return []
      return [...(partOf(db, 'entity', subject.case, { id: subject.entity })?.wallets ?? [])]
    default:
      return null
  }
}
