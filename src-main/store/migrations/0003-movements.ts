import type { Migration } from './migration.ts'

export const movements: Migration = {
  version: 3,
  why: 'Transfers lie on disk in chain order of their token, native ones by receiver: the orders in which they are read.',
  up: (database) =>
    database.exec(`
    CREATE TABLE transfer (
      token INTEGER NOT NULL,
      block INTEGER NOT NULL, tx_index INTEGER NOT NULL, event INTEGER NOT NULL,
      tx INTEGER NOT NULL,
      source INTEGER NOT NULL, target INTEGER NOT NULL,
      raw INTEGER NOT NULL,
      time INTEGER,
      PRIMARY KEY (token, block, tx_index, event, tx, source, target)
    ) WITHOUT ROWID;

    CREATE TABLE native_transfer (
      target INTEGER NOT NULL,
      block INTEGER NOT NULL, tx_index INTEGER NOT NULL, event INTEGER NOT NULL,
      tx INTEGER NOT NULL,
      source INTEGER NOT NULL,
      raw INTEGER NOT NULL,
      time INTEGER,
      PRIMARY KEY (target, block, tx_index, event, tx, source)
    ) WITHOUT ROWID;

    CREATE TABLE account (
      id INTEGER PRIMARY KEY REFERENCES address (id),
      kind TEXT NOT NULL
    ) STRICT;

    CREATE TABLE funding (
      wallet INTEGER PRIMARY KEY REFERENCES address (id),
      funder INTEGER REFERENCES address (id),
      raw INTEGER,
      tx TEXT, block INTEGER, time INTEGER, reason TEXT
    );
  `),
}
