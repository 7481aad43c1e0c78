import type { Migration } from './migration.ts'

export const controllers: Migration = {
  version: 39,
  why: 'What the creator of a token keeps in contracts of its own counts as its holding, and who has a role in the code of a token is an insider.',
  up: (database) =>
    database.exec(`
      CREATE TABLE contract_owner (
        token INTEGER NOT NULL,
        contract INTEGER NOT NULL,
        owner INTEGER NOT NULL,
        PRIMARY KEY (token, contract)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE granted_role (
        token INTEGER NOT NULL,
        role TEXT NOT NULL,
        member INTEGER NOT NULL,
        tx TEXT NOT NULL,
        PRIMARY KEY (token, role, member)
      ) STRICT, WITHOUT ROWID;`),
}
