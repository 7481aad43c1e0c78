import type { Migration } from './migration.ts'

export const appendRuns: Migration = {
  version: 9,
  why: 'Whoever read a token before can tell whether all that changed since then is blocks that followed, and read only those.',
  up: (database) =>
    database.exec(`
    CREATE TABLE append_run (
      token INTEGER PRIMARY KEY,
      since_revision INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
  `),
}
