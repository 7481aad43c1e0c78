import type { Migration } from './migration.ts'

export const owners: Migration = {
  version: 45,
  why: 'A key has an owner and quotas. A case belongs to a user, who may share it. NULL, and a case without rows, as before: everybody.',
  up: (database) =>
    database.exec(`
      ALTER TABLE key ADD COLUMN owner TEXT;
      ALTER TABLE key ADD COLUMN quotas TEXT;
      CREATE TABLE key_use (
        key TEXT NOT NULL,
        seconds INTEGER NOT NULL,
        began INTEGER NOT NULL,
        taken INTEGER NOT NULL,
        PRIMARY KEY (key, seconds)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE shared_case (
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        access TEXT NOT NULL,
        PRIMARY KEY (id, name)
      ) STRICT, WITHOUT ROWID;`),
}
