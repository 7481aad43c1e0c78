/**
 * Where the rows of a store are, for a thread that opens a reader of its own. Only the store looks inside; all others pass it on, from thread to
 * thread as well.
 */
export interface StorePlace {
  /** A SQLite file. */
  readonly file: string
}
