/**
 * Where the rows of a store are, for a thread that opens a reader of its own. Only the store looks inside; all others pass it on, from thread to
 * thread as well.
 */
export type StorePlace = FilePlace | ServerPlace

export interface FilePlace {
  /** A SQLite file. */
  readonly file: string
}

export interface ServerPlace {
  /** The address of a PostgreSQL database, with the user and the password: `postgres://user:password@host:5432/name`. */
  readonly postgres: string
}
