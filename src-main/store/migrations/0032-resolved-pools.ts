import type { Migration } from './migration.ts'

export const resolvedPools: Migration = {
  version: 32,
  why: 'Following a whole network names pools of tokens that were never read, and each of them is asked about once.',
  up: (database) =>
    database.exec(`
      CREATE TABLE resolved_pool (
        id INTEGER PRIMARY KEY,
        network INTEGER NOT NULL,
        address TEXT NOT NULL,
        dex TEXT NOT NULL,
        version TEXT NOT NULL,
        token0 TEXT NOT NULL,
        token1 TEXT NOT NULL,
        UNIQUE (network, address)
      ) STRICT;`),
}
