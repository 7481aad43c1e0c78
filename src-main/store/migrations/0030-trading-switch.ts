import type { Migration } from './migration.ts'

export const tradingSwitch: Migration = {
  version: 30,
  why: 'A launch begins when the owner of a token switches trading on. A row without a block says that there is no switch near the first swap.',
  up: (database) =>
    database.exec(`
      CREATE TABLE trading_switch (
        token INTEGER PRIMARY KEY,
        block INTEGER,
        tx TEXT,
        tx_index INTEGER
      ) STRICT;`),
}
