import type { Migration } from './migration.ts'

export const tradeAccounts: Migration = {
  version: 42,
  why: 'One transaction of an ERC-4337 bundler executes operations of many accounts. NULL where the signer of the transaction traded.',
  // A case file has no tables of deleted rows.
  up: (database) =>
    database.exec(`
      CREATE TABLE IF NOT EXISTS deleted_trade AS SELECT 0 AS deletion, * FROM trade WHERE 1 = 0;
      ALTER TABLE trade ADD COLUMN account INTEGER;
      ALTER TABLE deleted_trade ADD COLUMN account INTEGER;
      ALTER TABLE reverted_trade ADD COLUMN account INTEGER;`),
}
