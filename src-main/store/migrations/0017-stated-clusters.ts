import type { Migration } from './migration.ts'

export const statedClusters: Migration = {
  version: 17,
  why: 'An imported snapshot shows its own clusters until the owner has them computed, and it is known when a snapshot was taken of which state.',
  up: (database) =>
    database.exec(`
      ALTER TABLE token ADD COLUMN clusters_from TEXT NOT NULL DEFAULT 'rules';
      ALTER TABLE snapshot ADD COLUMN taken_at INTEGER;`),
}
