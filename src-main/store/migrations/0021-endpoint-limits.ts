import type { Migration } from './migration.ts'

export const endpointLimits: Migration = {
  version: 21,
  why: 'How fast an endpoint may be called is learnt slowly, so it is kept for the next start. The table of probes was never written.',
  up: (database) =>
    database.exec(`
      DROP TABLE source;
      CREATE TABLE endpoint_limit (
        network INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        limits TEXT NOT NULL,
        learnt_at INTEGER NOT NULL,
        PRIMARY KEY (network, endpoint)
      ) STRICT, WITHOUT ROWID;`),
}
