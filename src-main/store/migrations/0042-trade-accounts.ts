import type { Migration } from './migration.ts'

export const tradeAccounts: Migration = {
  version: 42,
  why: 'One transaction of an ERC-4337 bundler executes operations of many accounts. NULL where the signer of the transaction traded.',
  up: (database) =>
    database.exec(`
      ALTER TABLE trade ADD COLUMN account INTEGER;
      ALTER TABLE deleted_trade ADD COLUMN account INTEGER;
      ALTER TABLE reverted_trade ADD COLUMN account INTEGER;`),
}
