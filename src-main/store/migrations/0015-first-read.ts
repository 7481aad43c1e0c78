import type { Migration } from './migration.ts'

export const firstRead: Migration = {
  version: 15,
  why: 'A token whose first read has not ended has no figures yet, also after a crash, and a read that failed must not look like a token without holders.',
  up: (database) => database.exec('ALTER TABLE token ADD COLUMN first_read TEXT;'),
}
