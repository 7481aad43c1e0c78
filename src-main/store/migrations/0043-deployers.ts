import type { Migration } from './migration.ts'

export const deployers: Migration = {
  version: 43,
  why: 'Contracts that bought at a launch and name no owner may have one deployer. NULL where a contract names its owner.',
  // A case file has no tables of deleted rows.
  up: (database) =>
    database.exec(`
      CREATE TABLE IF NOT EXISTS deleted_contract_owner AS SELECT 0 AS deletion, * FROM contract_owner WHERE 1 = 0;
      ALTER TABLE contract_owner ADD COLUMN deployer_nonce INTEGER;
      ALTER TABLE deleted_contract_owner ADD COLUMN deployer_nonce INTEGER;`),
}
