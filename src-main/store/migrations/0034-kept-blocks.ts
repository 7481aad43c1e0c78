import type { Migration } from './migration.ts'

export const keptBlocks: Migration = {
  version: 34,
  why: 'Trades of a network that is followed whole are kept for as long as the owner wants, so that a client that comes back does not need the node.',
  up: (database) =>
    database.exec(`
      CREATE TABLE kept_block (
        network INTEGER NOT NULL,
        block INTEGER NOT NULL,
        from_block INTEGER NOT NULL,
        hash TEXT,
        time INTEGER NOT NULL,
        kept_at INTEGER NOT NULL,
        trades INTEGER NOT NULL,
        packed BLOB NOT NULL,
        PRIMARY KEY (network, block)
      ) STRICT;
      CREATE INDEX kept_block_time ON kept_block (network, time);`),
}
