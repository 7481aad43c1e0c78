import type { Migration } from './migration.ts'

export const records: Migration = {
  version: 5,
  why: 'Snapshots and scans as the bytes that are served, and names of addresses by the list they came from.',
  up: (database) =>
    database.exec(`
    CREATE TABLE snapshot (
      id INTEGER PRIMARY KEY,
      token INTEGER NOT NULL REFERENCES address (id),
      timestamp INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      json_gz BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX snapshot_by_time ON snapshot (token, timestamp);

    CREATE TABLE scan (
      token INTEGER PRIMARY KEY REFERENCES address (id),
      generated_at INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      json_gz BLOB NOT NULL
    ) STRICT;

    CREATE TABLE label (
      network INTEGER NOT NULL,
      address TEXT NOT NULL,
      list TEXT NOT NULL,
      name TEXT, tags TEXT NOT NULL, category TEXT, link_policy TEXT NOT NULL, source TEXT NOT NULL,
      PRIMARY KEY (network, address, list)
    ) STRICT, WITHOUT ROWID;
  `),
}
