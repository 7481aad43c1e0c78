import type { Migration } from './migration.ts'

export const nativeBalances: Migration = {
  version: 18,
  why: 'Keeps how much native coin a wallet has left, which tells wallets that were given just enough for their buys.',
  up: (database) =>
    database.exec(`
    CREATE TABLE native_balance (
      id INTEGER PRIMARY KEY REFERENCES address (id),
      raw INTEGER NOT NULL
    );
  `),
}
