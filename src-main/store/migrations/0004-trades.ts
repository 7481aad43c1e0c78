import type { Migration } from './migration.ts'

/*
 * One index in chain order for each column by which trades are filtered. There are no foreign keys, because nine lookups per row would cost more than
 * the insert, and ids come only from the interner. A missing pool is 0, because NULLs are distinct in a unique index.
 */
export const trades: Migration = {
  version: 4,
  why: 'Trades by either token, pool or signer in chain order, each stored once however often it is read.',
  up: (database) =>
    database.exec(`
    CREATE TABLE trade (
      id INTEGER PRIMARY KEY,
      network INTEGER NOT NULL,
      block INTEGER NOT NULL, tx_index INTEGER NOT NULL, event INTEGER NOT NULL, leg INTEGER NOT NULL,
      time INTEGER,
      tx INTEGER NOT NULL,
      venue INTEGER NOT NULL,
      signer INTEGER NOT NULL, receiver INTEGER, pool INTEGER NOT NULL,
      token_in INTEGER NOT NULL, raw_in INTEGER NOT NULL, decimals_in INTEGER, usd_in REAL,
      token_out INTEGER NOT NULL, raw_out INTEGER NOT NULL, decimals_out INTEGER, usd_out REAL,
      fee_usd REAL,
      source INTEGER NOT NULL, confidence INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX trade_once ON trade (tx, event, pool, token_in, token_out);
    CREATE INDEX trade_by_token_in ON trade (token_in, block, tx_index, event, leg);
    CREATE INDEX trade_by_token_out ON trade (token_out, block, tx_index, event, leg);
    CREATE INDEX trade_by_pool ON trade (pool, block, tx_index, event, leg);
    CREATE INDEX trade_by_signer ON trade (signer, block, tx_index, event, leg);

    CREATE TABLE pool (
      address INTEGER NOT NULL,
      token0 INTEGER NOT NULL, token1 INTEGER NOT NULL,
      venue INTEGER NOT NULL,
      created_block INTEGER, created_tx TEXT,
      PRIMARY KEY (address, token0, token1)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pool_by_token0 ON pool (token0);
    CREATE INDEX pool_by_token1 ON pool (token1);
  `),
}
