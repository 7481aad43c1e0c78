import type { Migration } from './migration.ts'

export const names: Migration = {
  version: 1,
  why: 'Addresses, transactions and venues are named by small integers in every big table.',
  up: (database) =>
    database.exec(`
    CREATE TABLE address (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL,
      network INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX address_by_text ON address (text, network);

    CREATE TABLE tx (
      id INTEGER PRIMARY KEY,
      fingerprint INTEGER NOT NULL,
      text TEXT NOT NULL,
      network INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tx_by_fingerprint ON tx (fingerprint);

    CREATE TABLE venue (
      id INTEGER PRIMARY KEY,
      dex TEXT NOT NULL,
      version TEXT NOT NULL,
      UNIQUE (dex, version)
    ) STRICT;
  `),
}
