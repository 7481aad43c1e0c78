import type { Migration } from './migration.ts'

export const blocksOfRecords: Migration = {
  version: 23,
  why: 'Snapshots and scans of blocks that a chain reverts describe a state that never was, so they keep the block that they were made at.',
  up: (database) =>
    database.exec(`
      ALTER TABLE snapshot ADD COLUMN block INTEGER;
      ALTER TABLE scan_history ADD COLUMN block INTEGER;`),
}
