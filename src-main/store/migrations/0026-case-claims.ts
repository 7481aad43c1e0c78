import type { Migration } from './migration.ts'

export const caseClaims: Migration = {
  version: 26,
  why: 'A case keeps what its investigator says about addresses: private tags, and wallets that belong together or do not.',
  up: (database) =>
    database.exec(`
      CREATE TABLE case_tag (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        network TEXT NOT NULL,
        address TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        effect TEXT NOT NULL,
        note TEXT,
        source TEXT,
        confidence REAL,
        PRIMARY KEY (case_id, network, address, name)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_entity (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        id TEXT NOT NULL,
        rule TEXT NOT NULL,
        name TEXT,
        wallets TEXT NOT NULL,
        PRIMARY KEY (case_id, id)
      ) STRICT, WITHOUT ROWID;`),
}
