import type { Migration } from './migration.ts'

export const caseGraphs: Migration = {
  version: 36,
  why: 'A case keeps which nodes of a graph were hidden, grouped and pinned, the thresholds on trial, and saved views.',
  up: (database) =>
    database.exec(`
      CREATE TABLE case_graph_node (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        network TEXT NOT NULL,
        token_address TEXT NOT NULL,
        member_of TEXT NOT NULL,
        node TEXT NOT NULL,
        PRIMARY KEY (case_id, network, token_address, member_of, node)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_pin (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        network TEXT NOT NULL,
        token_address TEXT NOT NULL,
        node TEXT NOT NULL,
        x REAL NOT NULL,
        y REAL NOT NULL,
        from_x REAL,
        from_y REAL,
        PRIMARY KEY (case_id, network, token_address, node)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_threshold (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        rule TEXT NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (case_id, rule)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE case_view (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        network TEXT NOT NULL,
        token_address TEXT NOT NULL,
        content TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (case_id, id)
      ) STRICT, WITHOUT ROWID;`),
}
