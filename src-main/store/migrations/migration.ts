import type { Database } from 'better-sqlite3'

/** One step of the file's form: applied once, in a transaction, never edited after a release. */
export interface Migration {
  readonly version: number
  readonly why: string
  up(database: Database): void
}
