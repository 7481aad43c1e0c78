import type { WatchRule } from '../../../../src-shared/contract/records/watch.ts'
import type { ClaimedWallet } from '../../../../src-shared/domain/cases/claims.ts'
import type { WatchSubject } from '../../../../src-shared/domain/watch.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { entitiesOf } from '../cases/case-claims.ts'
import { caseFile } from '../cases/case-rows.ts'

/** Newest first. */
export const watchRules = (db: ReadDb): WatchRule[] =>
  db.all<{ json: string }>(sql`SELECT json FROM watch_rule ORDER BY created_at DESC, id`).map(({ json }) => JSON.parse(json) as WatchRule)

export function saveWatchRule(db: WriteDb, rule: WatchRule): void {
  db.run(sql`INSERT OR REPLACE INTO watch_rule (id, created_at, json) VALUES (${rule.id}, ${rule.created_at}, ${JSON.stringify(rule)})`)
}

/** Keeps the alerts of the rule, but drops pending calls of its webhook. */
export function deleteWatchRule(db: WriteDb, id: string): WatchRule | null {
  const row = db.get<{ json: string }>(sql`SELECT json FROM watch_rule WHERE id = ${id}`)
  db.run(sql`DELETE FROM watch_rule WHERE id = ${id}`)
  db.run(sql`DELETE FROM webhook_call WHERE rule = ${id} AND state = 'pending'`)
  return row === undefined ? null : (JSON.parse(row.json) as WatchRule)
}

/** The wallets that a subject names. Null if it names a token or a creator. A tag name matches in every case. */
export function watchedWallets(db: ReadDb, subject: WatchSubject): ClaimedWallet[] | null {
  switch (subject.kind) {
    case 'wallet':
      return [{ network: subject.network, address: subject.address }]
    case 'tag':
      return db.all<ClaimedWallet>(sql`SELECT DISTINCT network, address FROM case_tag
        WHERE name = ${subject.name} AND case_id NOT IN (SELECT id FROM deleted_case) ORDER BY network, address`)
    case 'entity':
      if (caseFile(db, subject.case) === undefined) return []
      return [...(entitiesOf(db, subject.case).find(({ id }) => id === subject.entity)?.wallets ?? [])]
    default:
      return null
  }
}
