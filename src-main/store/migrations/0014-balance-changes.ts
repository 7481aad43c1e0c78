import type { Migration } from './migration.ts'

export const balanceChanges: Migration = {
  version: 14,
  why: 'A reader that has all balances of a token reads only the changed ones after each block, instead of ten thousand.',
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
