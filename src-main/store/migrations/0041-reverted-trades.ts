import type { Migration } from './migration.ts'

export const revertedTrades: Migration = {
  version: 41,
  why: 'A client that was away learns which trades the chain reverted meanwhile.',
  up: (database) =>
    database.exec(`
      CREATE TABLE reverted_trade AS SELECT CAST(0 AS INTEGER) AS retraction, * FROM trade WHERE 1 = 0;
      CREATE UNIQUE INDEX reverted_trade_order ON reverted_trade (retraction);`),
}
