import type { Migration } from './migration.ts'

export const tracesInOrder: Migration = {
  version: 35,
  why: 'Traces of one second are listed in the order in which they were started.',
  up: (database) =>
    database.exec(`
      ALTER TABLE trace RENAME TO trace_before;
      CREATE TABLE trace (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      INSERT INTO trace (id, created_at, json) SELECT id, created_at, json FROM trace_before ORDER BY created_at;
      DROP TABLE trace_before;`),
}
