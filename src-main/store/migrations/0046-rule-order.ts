import type { Migration } from './migration.ts'

export const ruleOrder: Migration = {
  version: 46,
  why: 'Watch rules are listed in the order in which they were made. Several of one second were in the order of their random ids, which stays for those.',
  up: (database) =>
    database.exec(`
      ALTER TABLE watch_rule ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
      UPDATE watch_rule SET number = (
        SELECT count(*) FROM watch_rule AS other
        WHERE other.created_at < watch_rule.created_at OR (other.created_at = watch_rule.created_at AND other.id >= watch_rule.id));`),
}
