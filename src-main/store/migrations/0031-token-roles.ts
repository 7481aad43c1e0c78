import type { Migration } from './migration.ts'

export const tokenRoles: Migration = {
  version: 31,
  why: 'What wallets are in each token is kept as it was counted, so that questions across tokens need not count every token again.',
  up: (database) =>
    database.exec(`
      CREATE TABLE role_state (
        token INTEGER PRIMARY KEY REFERENCES address (id),
        as_of INTEGER NOT NULL,
        block INTEGER,
        rules TEXT NOT NULL,
        unknown TEXT NOT NULL,
        members BLOB NOT NULL
      ) STRICT;
      CREATE TABLE wallet_role (
        token INTEGER NOT NULL,
        wallet INTEGER NOT NULL,
        roles INTEGER NOT NULL,
        cluster INTEGER,
        first_trade INTEGER, last_trade INTEGER,
        figures TEXT,
        PRIMARY KEY (token, wallet)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE deposit_sender (
        token INTEGER NOT NULL,
        deposit INTEGER NOT NULL,
        sender INTEGER NOT NULL,
        PRIMARY KEY (token, deposit, sender)
      ) STRICT, WITHOUT ROWID;`),
}
