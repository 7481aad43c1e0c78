import type { Migration } from './migration.ts'

export const balanceChanges: Migration = {
  version: 14,
  why: 'Whoever read all balances of a token reads after each block only those that changed, not ten thousand.',
  up: (database) =>
    database.exec(`
    CREATE TABLE balance_change (
      token INTEGER NOT NULL,
      block INTEGER NOT NULL,
      wallet INTEGER NOT NULL,
      PRIMARY KEY (token, block, wallet)
    ) STRICT, WITHOUT ROWID;
    DELETE FROM append_run;
  `),
}
