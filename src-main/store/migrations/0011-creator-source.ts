import type { Migration } from './migration.ts'

export const creatorSource: Migration = {
  version: 11,
  why: 'A creator reported by an outside service is kept with the name of that service.',
  up: (database) => database.exec('ALTER TABLE token ADD COLUMN creator_source TEXT;'),
}
