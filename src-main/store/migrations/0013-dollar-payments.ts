import type { Migration } from './migration.ts'

export const dollarPayments: Migration = {
  version: 13,
  why: 'Keeps dollar coins that one wallet paid another around a token transfer in the other direction, which distinguishes a sale from a gift.',
  up: (database) =>
    database.exec(`
    CREATE TABLE dollar_payment (
      source INTEGER NOT NULL,
      target INTEGER NOT NULL,
      block INTEGER NOT NULL,
      tx INTEGER NOT NULL,
      token INTEGER NOT NULL,
      raw INTEGER NOT NULL,
      decimals INTEGER NOT NULL,
      coin_usd REAL,
      time INTEGER,
      PRIMARY KEY (source, target, block, tx, token, raw)
    ) WITHOUT ROWID;
    CREATE INDEX dollar_payment_by_target ON dollar_payment (target);
  `),
}
