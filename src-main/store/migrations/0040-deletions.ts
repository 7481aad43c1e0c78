import type { Migration } from './migration.ts'

/** `RESTORABLE_TABLES` as of this version. The migration that makes a further table restorable also creates its copy. */
const TABLES = [
  ...['token', 'transfer', 'balance', 'recorded_link', 'recorded_degree', 'coverage', 'snapshot', 'scan_history', 'produced_blocks'],
  ...['trading_switch', 'launch_transaction', 'contract_owner', 'granted_role', 'block_mark', 'trade', 'pool', 'label', 'account'],
  ...['import', 'alert', 'alert_event', 'watch_moment'],
]

export const deletions: Migration = {
  version: 40,
  why: 'Deleted tokens, snapshots, scans and imports can be restored until the database is compacted.',
  up: (database) => {
    database.exec(`
      CREATE TABLE deletion (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        network TEXT NOT NULL,
        token_address TEXT NOT NULL,
        name TEXT,
        part TEXT,
        at INTEGER NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;`)
    for (const table of TABLES) database.exec(`CREATE TABLE deleted_${table} AS SELECT 0 AS deletion, * FROM ${table} WHERE 1 = 0`)
  },
}
