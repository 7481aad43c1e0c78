import { rebuildCaseSearch } from '../tables/cases/search/search-index.ts'
import type { Migration } from './migration.ts'

export const caseSearch: Migration = {
  version: 27,
  why: 'Notes, findings, tags, entities and addresses of all cases are found by any part of their text.',
  up: (database) => {
    database.exec(`
      CREATE TABLE case_text (
        id INTEGER PRIMARY KEY,
        owner TEXT NOT NULL,
        part TEXT NOT NULL,
        key TEXT NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (owner, part, key)
      ) STRICT;
      CREATE VIRTUAL TABLE case_search USING fts5(text, content = 'case_text', content_rowid = 'id', tokenize = 'trigram');`)
    // The tables of later parts do not exist yet.
    rebuildCaseSearch(database, ['name', 'item', 'note', 'finding', 'tag', 'entity'])
  },
}
