import type { Migration } from './migration.ts'

export const creatorSource: Migration = {
  version: 11,
  why: 'A creator that a service outside the chain told is kept with the name of who told it.',
  up: (database) => database.exec('ALTER TABLE token ADD COLUMN creator_source TEXT;'),
}
