import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { OWN_TABLES } from './import-store.ts'
import { caseTables, FACT_TABLES, LEFT_OUT, NAME_TABLES } from './tables.ts'

/** Tables that neither a case file nor another store receives (docs/team.md#moving). */
const STAYS = [
  // Of this service: settings, keys, work, what was measured and numbered.
  ...['setting', 'key', 'key_use', 'endpoint_limit', 'job', 'webhook_call', 'high_mark'],
  // Computed from facts, or read from the chain again.
  ...['append_run', 'balance_change', 'role_state', 'wallet_role', 'deposit_sender', 'resolved_pool', 'kept_block', 'trade_run', 'reverted_trade'],
  // What happened here: alerts and traces.
  ...['alert', 'alert_event', 'watch_moment', 'trace'],
]

it('every table of the store is in case files, is moved to another store, or is listed here as one that stays', () => {
  const database = new Database(':memory:')
  migrate(database)
  const tables = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'case_search_*'`,
  )
  const placed = [...FACT_TABLES.map(({ table }) => table), ...NAME_TABLES, ...caseTables(database), ...LEFT_OUT, ...OWN_TABLES, ...STAYS]
  expect(tables.pluck().all().toSorted()).toEqual(placed.toSorted())
})
