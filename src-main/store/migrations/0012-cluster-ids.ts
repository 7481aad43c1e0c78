import type { Migration } from './migration.ts'

export const clusterIds: Migration = {
  version: 12,
  why: 'A cluster keeps its id from snapshot to snapshot and no other gets it: each snapshot says which id is free after it. Snapshots before this numbered their clusters by size, and say nothing.',
  up: (database) => database.exec('ALTER TABLE snapshot ADD COLUMN next_cluster INTEGER;'),
}
