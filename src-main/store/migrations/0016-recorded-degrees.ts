import type { Migration } from './migration.ts'

export const recordedDegrees: Migration = {
  version: 16,
  why: 'An imported map may say with how many addresses each of its nodes dealt, which distinguishes services from people.',
  up: (database) =>
    database.exec(`
    CREATE TABLE recorded_degree (
      token INTEGER NOT NULL REFERENCES address (id),
      address TEXT NOT NULL,
      counterparties INTEGER NOT NULL,
      PRIMARY KEY (token, address)
    ) STRICT, WITHOUT ROWID;
  `),
}
