/** One change of the schema. Applied once in a transaction, and never edited after a release. */
export interface Migration {
  readonly version: number
  readonly why: string
  up(database: { exec(text: string): unknown }): void
}
