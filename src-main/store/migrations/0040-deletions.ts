import { RESTORABLE_TABLES } from '../tables/deletions/restorable-tables.ts'
import type { Migration } from './migration.ts'

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
    for (const table of RESTORABLE_TABLES) database.exec(`CREATE TABLE deleted_${table} AS SELECT 0 AS deletion, * FROM ${table} WHERE 1 = 0`)
  },
}
