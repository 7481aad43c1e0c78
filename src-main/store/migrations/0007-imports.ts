import type { Migration } from './migration.ts'

export const imports: Migration = {
  version: 7,
  why: 'What came from files is shown with the file, its source and its licence.',
  up: (database) =>
    database.exec(`
    CREATE TABLE import (
      sha256 TEXT PRIMARY KEY,
      imported_at INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `),
}
