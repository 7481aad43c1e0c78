import type { Migration } from './migration.ts'

export const appendRuns: Migration = {
  version: 9,
  why: 'A reader that has read a token before can check whether only new blocks came since, and read only those.',
  up: (database) =>
    database.exec(`
    CREATE TABLE append_run (
      token INTEGER PRIMARY KEY,
      since_revision INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
  `),
}
