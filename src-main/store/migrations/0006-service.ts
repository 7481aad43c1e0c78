import type { Migration } from './migration.ts'

export const service: Migration = {
  version: 6,
  why: 'What the app itself keeps: keys, jobs, probed sources and settings.',
  up: (database) =>
    database.exec(`
    CREATE TABLE key (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      prefix TEXT NOT NULL,
      permissions TEXT NOT NULL,
      created_at INTEGER NOT NULL, last_used_at INTEGER, revoked_at INTEGER
    ) STRICT;

    CREATE TABLE job (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    CREATE INDEX job_by_time ON job (created_at);

    CREATE TABLE source (
      network INTEGER NOT NULL,
      endpoint TEXT NOT NULL,
      capabilities TEXT NOT NULL,
      probed_at INTEGER NOT NULL,
      PRIMARY KEY (network, endpoint)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `),
}
