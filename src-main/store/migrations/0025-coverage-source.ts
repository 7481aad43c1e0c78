import type { Migration } from './migration.ts'

export const coverageSource: Migration = {
  version: 25,
  why: 'Blocks may be read from an archive. What it left out or changed is read again from the node, so each range keeps its source.',
  up: (database) => database.exec("ALTER TABLE coverage ADD COLUMN source TEXT NOT NULL DEFAULT ''"),
}
