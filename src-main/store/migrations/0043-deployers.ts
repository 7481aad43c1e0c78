import type { Migration } from './migration.ts'

export const deployers: Migration = {
  version: 43,
  why: 'Contracts that bought at a launch and name no owner may have one deployer. NULL where a contract names its owner.',
  up: (database) =>
    database.exec(`
      ALTER TABLE contract_owner ADD COLUMN deployer_nonce INTEGER;
      ALTER TABLE deleted_contract_owner ADD COLUMN deployer_nonce INTEGER;`),
}
