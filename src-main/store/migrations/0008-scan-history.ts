import type { Migration } from './migration.ts'

export const scanHistory: Migration = {
  version: 8,
  why: 'Scans are kept as they were, with the ledger behind them, so that two of them can be compared.',
  up: (database) =>
    database.exec(`
    CREATE TABLE scan_history (
      id INTEGER PRIMARY KEY,
      token INTEGER NOT NULL REFERENCES address (id),
      generated_at INTEGER NOT NULL,
      score INTEGER NOT NULL,
      message TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      json_gz BLOB NOT NULL,
      detail_gz BLOB
    ) STRICT;
    CREATE INDEX scan_history_by_token ON scan_history (token, id);
    DROP TABLE scan;
  `),
}
