/**
 * Where the rows of a store are, for a thread that opens its own reader. Only the store looks inside. All others pass it on, also between threads.
 */
export type StoreLocation = FileLocation | ServerLocation

export interface FileLocation {
  /** A SQLite file. */
  readonly file: string
}

export interface ServerLocation {
  /** The address of a PostgreSQL database, with the user and the password: `postgres://user:password@host:5432/name`. */
  readonly postgres: string
}
