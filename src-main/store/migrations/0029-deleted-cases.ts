import type { Migration } from './migration.ts'

export const deletedCases: Migration = {
  version: 29,
  why: 'A deleted case can be restored until the database is compacted.',
  up: (database) =>
    database.exec(`
      CREATE TABLE deleted_case (
        id TEXT PRIMARY KEY,
        deleted_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`),
}
