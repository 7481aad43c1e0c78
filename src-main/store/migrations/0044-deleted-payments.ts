import type { Migration } from './migration.ts'

export const deletedPayments: Migration = {
  version: 44,
  why: 'An import of node answers that is taken back can be restored with its payments.',
  up: (database) => database.exec('CREATE TABLE deleted_native_transfer AS SELECT 0 AS deletion, * FROM native_transfer WHERE 1 = 0'),
}
