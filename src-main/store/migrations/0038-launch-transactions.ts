import type { Migration } from './migration.ts'

export const launchTransactions: Migration = {
  version: 38,
  why: 'Wallets of one owner send their first buys with the same gas settings, and a buyer may pay the builder of a block for its place. Amounts are NULL where the endpoint did not tell.',
  up: (database) =>
    database.exec(`
      CREATE TABLE launch_transaction (
        token INTEGER NOT NULL,
        tx TEXT NOT NULL,
        block INTEGER NOT NULL,
        nonce INTEGER NOT NULL,
        raw_value INTEGER NOT NULL,
        gas_limit INTEGER NOT NULL,
        max_fee INTEGER NOT NULL,
        max_priority_fee INTEGER,
        priority_fee INTEGER,
        usual_priority_fee INTEGER,
        paid INTEGER,
        PRIMARY KEY (token, tx)
      ) WITHOUT ROWID;`),
}
