import type { Migration } from './migration.ts'

export const caseFindings: Migration = {
  version: 24,
  why: 'A case keeps its findings in order, each with the evidence as it was when the finding was written.',
  up: (database) =>
    database.exec(`
      CREATE TABLE case_finding (
        case_id TEXT NOT NULL REFERENCES case_file(id),
        id TEXT NOT NULL,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        evidence TEXT NOT NULL,
        written_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (case_id, id)
      ) STRICT, WITHOUT ROWID;`),
}
