import type { Migration } from './migration.ts'

export const blockMarks: Migration = {
  version: 20,
  why: 'A chain may revert blocks while the service is stopped, so the hashes of the newest stored blocks are compared before a token is read on.',
  up: (database) =>
    database.exec(`
      CREATE TABLE block_mark (
        token INTEGER NOT NULL REFERENCES address(id),
        block INTEGER NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (token, block)
      ) STRICT, WITHOUT ROWID;`),
}
