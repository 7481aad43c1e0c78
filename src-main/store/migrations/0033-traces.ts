import type { Migration } from './migration.ts'

export const traces: Migration = {
  version: 33,
  why: 'Money is traced from wallet to wallet, and what was read of a wallet for one trace is not requested again for another.',
  up: (database) =>
    database.exec(`
      CREATE TABLE trace (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE trace_read (
        network INTEGER NOT NULL,
        wallet TEXT NOT NULL,
        coin TEXT NOT NULL,
        side TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (network, wallet, coin, side)
      ) STRICT, WITHOUT ROWID;`),
}
