import type { Migration } from './migration.ts'

export const cases: Migration = {
  version: 22,
  why: 'An investigation keeps its tokens, wallets and notes, and every step of its history with what takes it back.',
  up: (database) =>
    database.exec(`
      CREATE TABLE case_file (
        id TEXT PRIMARY KEY,
        name TEXT,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        step INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE case_item (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        kind TEXT NOT NULL,
        network TEXT NOT NULL,
        address TEXT NOT NULL,
        added_at INTEGER NOT NULL,
        PRIMARY KEY (case_id, kind, network, address)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_note (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        id TEXT NOT NULL,
        target TEXT NOT NULL,
        text TEXT NOT NULL,
        written_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (case_id, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_step (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        step INTEGER NOT NULL,
        parent INTEGER,
        redo INTEGER,
        at INTEGER NOT NULL,
        changes TEXT NOT NULL,
        PRIMARY KEY (case_id, step)
      ) STRICT, WITHOUT ROWID;`),
}
