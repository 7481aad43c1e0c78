import type { Migration } from './migration.ts'

/* Amount columns (src-main/store/values/amounts.ts) hold integers and blobs, so their tables are not STRICT. */
export const tokens: Migration = {
  version: 2,
  why: 'What is known of a token, who holds it, and which blocks were read for it.',
  up: (database) =>
    database.exec(`
    CREATE TABLE token (
      id INTEGER PRIMARY KEY REFERENCES address (id),
      network INTEGER NOT NULL,
      name TEXT, symbol TEXT, decimals INTEGER NOT NULL,
      total_supply INTEGER NOT NULL,
      logo TEXT, creator TEXT, owner TEXT,
      created_at INTEGER, created_block INTEGER, created_tx TEXT,
      origin TEXT NOT NULL,
      as_of INTEGER NOT NULL, as_of_block INTEGER,
      holder_count INTEGER,
      notes TEXT NOT NULL,
      revision INTEGER NOT NULL,
      holders_known INTEGER NOT NULL,
      trade_count INTEGER NOT NULL,
      opened_at INTEGER
    );

    CREATE TABLE balance (
      token INTEGER NOT NULL,
      wallet INTEGER NOT NULL,
      raw INTEGER NOT NULL,
      verified INTEGER NOT NULL,
      PRIMARY KEY (token, wallet)
    ) WITHOUT ROWID;
    CREATE INDEX balance_by_size ON balance (token, raw);

    CREATE TABLE recorded_link (
      token INTEGER NOT NULL REFERENCES address (id),
      place INTEGER NOT NULL,
      source TEXT NOT NULL, target TEXT NOT NULL, of_token TEXT NOT NULL,
      forward REAL NOT NULL, backward REAL NOT NULL,
      PRIMARY KEY (token, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE coverage (
      token INTEGER NOT NULL REFERENCES address (id),
      what TEXT NOT NULL,
      from_block INTEGER NOT NULL, to_block INTEGER NOT NULL,
      PRIMARY KEY (token, what, from_block)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE high_mark (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `),
}
