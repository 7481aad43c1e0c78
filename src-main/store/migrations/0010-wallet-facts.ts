import type { Migration } from './migration.ts'

export const walletFacts: Migration = {
  version: 10,
  why: 'Keeps what distinguishes a service from a person: how active an address is, whom it paid besides the holders, and how that was found.',
  up: (database) =>
    database.exec(`
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY REFERENCES address (id),
      transactions INTEGER NOT NULL,
      at_least INTEGER NOT NULL,
      seconds INTEGER
    ) STRICT;
    CREATE TABLE produced_blocks (
      token INTEGER PRIMARY KEY,
      blocks TEXT NOT NULL
    ) STRICT;
    CREATE INDEX native_transfer_by_source ON native_transfer (source);
    ALTER TABLE funding ADD COLUMN means TEXT;
  `),
}
