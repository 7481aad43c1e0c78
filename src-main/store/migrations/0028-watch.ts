import type { Migration } from './migration.ts'

export const watch: Migration = {
  version: 28,
  why: 'Watch rules report what happens to tokens: alerts, the events each one counts, and calls of webhooks until they are delivered.',
  up: (database) =>
    database.exec(`
      CREATE TABLE watch_rule (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE watch_moment (
        token TEXT NOT NULL,
        block INTEGER NOT NULL,
        seen_to INTEGER NOT NULL,
        time INTEGER NOT NULL,
        made_at INTEGER NOT NULL,
        figures TEXT NOT NULL,
        state TEXT,
        PRIMARY KEY (token, block)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE alert (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        rule TEXT NOT NULL,
        token TEXT NOT NULL,
        first_at INTEGER NOT NULL,
        block INTEGER,
        read_at INTEGER,
        reverted_at INTEGER,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX alert_by_rule ON alert (rule, token, number);
      CREATE INDEX alert_unread ON alert (number) WHERE read_at IS NULL;
      CREATE TABLE alert_event (
        rule TEXT NOT NULL,
        token TEXT NOT NULL,
        key TEXT NOT NULL,
        alert INTEGER NOT NULL,
        block INTEGER,
        at INTEGER NOT NULL,
        PRIMARY KEY (rule, token, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alert_event_by_alert ON alert_event (alert, at);
      CREATE INDEX alert_event_by_block ON alert_event (token, block);
      CREATE TABLE webhook_call (
        id TEXT PRIMARY KEY,
        alert INTEGER NOT NULL,
        rule TEXT NOT NULL,
        url TEXT NOT NULL,
        secret TEXT NOT NULL,
        body TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        state TEXT NOT NULL,
        error TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX webhook_call_due ON webhook_call (due_at) WHERE state = 'pending';
      CREATE INDEX webhook_call_by_alert ON webhook_call (alert);`),
}
