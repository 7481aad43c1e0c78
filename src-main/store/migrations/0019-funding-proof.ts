import type { Migration } from './migration.ts'

export const fundingProof: Migration = {
  version: 19,
  why: 'An endpoint may list only recent transactions without saying so, so a first funding keeps how it is known to be the first.',
  up: (database) => database.exec('ALTER TABLE funding ADD COLUMN proof TEXT'),
}
