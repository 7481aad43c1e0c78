import type { Migration } from './migration.ts'

export const tradeRuns: Migration = {
  version: 37,
  why: 'A stream that begins at a time skips the trades that were stored before, for less than an index by time would cost.',
  up: (database) =>
    database.exec(`
      CREATE TABLE trade_run (run INTEGER PRIMARY KEY, latest INTEGER NOT NULL) STRICT;
      INSERT INTO trade_run SELECT id / 20000, max(time) FROM trade WHERE time IS NOT NULL GROUP BY id / 20000;`),
}
