import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Database, Statement } from 'better-sqlite3'
import { createAddressCache, type AddressCache } from './address-cache.ts'
import { checkFile } from './check-file.ts'
import { createInterner, type Interner } from './interner.ts'
import type { PageSums } from '../pages/page-sums.ts'
import type { Fence } from '../fence.ts'
import { fileSpace, type DbSpace } from './space.ts'
import type { Query, SqlValue } from './sql.ts'
import { containing, indexText, unindexText } from './text-index.ts'

declare const readable: unique symbol
declare const writable: unique symbol

/** A connection for reading. Functions that only read take this type. */
export interface ReadDb {
  readonly [readable]: true
  /** All rows as objects. The row type is not checked against the SELECT. */
  all<Row>(query: Query): Row[]
  get<Row>(query: Query): Row | undefined
  /** All rows as arrays, in half the time of `each`, for results that fit into memory. */
  arrays<Row extends readonly unknown[]>(query: Query): Row[]
  /**
   * Like `arrays` for several queries on one snapshot, in one round trip if the database is on a server. There, if a transaction begins with these
   * queries, its later reads may see a newer snapshot.
   */
  together(queries: readonly Query[]): (readonly unknown[])[][]
  /** Rows as arrays one by one, for large results. */
  each<Row extends readonly unknown[]>(query: Query): IterableIterator<Row>
  /** Runs the reads of `work` in one transaction. */
  consistent<T>(work: () => T): T
  readonly addresses: AddressCache
  /** Whether reading a page with its rows is faster than reading ids from an index first and their rows afterwards. */
  readonly readsRowsByIndex: boolean
  space(): DbSpace
  /** Messages of the engine's own check; `['ok']` for a sound database. */
  check(): string[]
  /** A condition on rows `t` of `case_text`: they contain every word, ignoring case. Words have at least three characters. */
  containing(words: readonly string[]): Query
}

/** A connection for reading and writing. */
export interface WriteDb extends ReadDb {
  readonly [writable]: true
  /** Returns the number of changed rows. */
  run(query: Query): number
  /** Runs a statement for each row and returns the number of changed rows. `values` may intern names, but must have no other effect. */
  runAll<Row>(text: string, rows: readonly Row[], values: (row: Row) => readonly SqlValue[]): number
  /**
   * Like `runAll`, for numbered rows. A row is inserted unless a stored row has the same values in the columns `once`. Numbers start at `first`, and
   * only inserted rows take one.
   */
  insertNumbered<Row>(text: string, numbers: Numbers, rows: readonly Row[], values: (row: Row, id: number) => readonly SqlValue[]): Numbered
  /** Runs `work` in a transaction, or in the transaction of the enclosing `atomic`. Without a scope, nothing else is written meanwhile. */
  atomic<T>(work: () => T, scope?: AtomicScope): T
  /** Adds the matching rows of `case_text` to the search index. */
  indexText(which: Query): void
  /** Removes the matching rows from the search index. Call before deleting them. */
  unindexText(which: Query): void
  /** Rewrites the database without unused space. Call outside of a transaction. */
  rewrite(): void
  readonly intern: Interner
}

/** A file that this connection alone writes. */
export interface FileDb extends WriteDb {
  /** Moves the log into the file and empties it, unless readers prevent that. */
  emptyLog(): void
}

/** The writes that a transaction makes. */
export interface AtomicScope {
  readonly calls: readonly { readonly name: string; readonly args: readonly unknown[] }[]
  /** Where several processes may write, the transaction fails when another one has taken this fence. */
  readonly fence?: Fence | undefined
}

export interface Numbers {
  first(): number
  readonly once: readonly string[]
}

/** Indexes of the inserted rows among the given rows, and their numbers. */
export interface Numbered {
  readonly indexes: number[]
  readonly ids: number[]
}

/** The id of an address; null when it is not stored. No row has that id, so a query that compares with it finds nothing. */
export const addressId = (db: ReadDb, { network, address }: TokenKey): number | null => db.addresses.id(network, address)

export function readHandle(database: Database): ReadDb {
  return asReadable(reading(database, statementCache(database)))
}

export function writeHandle(database: Database, sums: PageSums): FileDb {
  const prepare = statementCache(database)
  const run = (query: Query): number => prepare(query.text).run(...query.params).changes
  const intern = createInterner((text) => prepare(text))
  return asFile({
    ...reading(database, prepare),
    run,
    runAll<Row>(text: string, rows: readonly Row[], values: (row: Row) => readonly SqlValue[]): number {
      const statement = prepare(text)
      let changes = 0
      for (const row of rows) changes += statement.run(...values(row)).changes
      return changes
    },
    insertNumbered<Row>(text: string, { first }: Numbers, rows: readonly Row[], values: (row: Row, id: number) => readonly SqlValue[]): Numbered {
      const statement = prepare(text)
      const added: Numbered = { indexes: [], ids: [] }
      let id = first()
      for (const [index, row] of rows.entries()) {
        if (statement.run(...values(row, id)).changes === 0) continue
        added.indexes.push(index)
        added.ids.push(id++)
      }
      return added
    },
    atomic<T>(work: () => T): T {
      if (database.inTransaction) return work()
      prepare('BEGIN IMMEDIATE').run()
      try {
        const result = work()
        prepare('COMMIT').run()
        sums.afterCommit()
        return result
      } catch (error) {
        // Some faults, such as a full disk, have rolled back already.
        if (database.inTransaction) prepare('ROLLBACK').run()
        intern.forget()
        throw error
      }
    },
    indexText: (which: Query) => indexText(run, which),
    unindexText: (which: Query) => unindexText(run, which),
    rewrite() {
      prepare('VACUUM').run()
      // The log stays while a reader uses it; a later checkpoint then truncates it.
      sums.emptyLog()
    },
    emptyLog: () => void sums.emptyLog(),
    intern,
  })
}

type Prepare = (text: string, raw?: boolean) => Statement<SqlValue[]>

function reading(database: Database, prepare: Prepare) {
  const rows = {
    all: <Row>(query: Query) => prepare(query.text).all(...query.params) as Row[],
    get: <Row>(query: Query) => prepare(query.text).get(...query.params) as Row | undefined,
  }
  return {
    ...rows,
    arrays: (query: Query) => prepare(query.text, true).all(...query.params),
    together: (queries: readonly Query[]) => queries.map(({ text, params }) => prepare(text, true).all(...params)),
    each: (query: Query) => prepare(query.text, true).iterate(...query.params),
    consistent<T>(work: () => T): T {
      if (database.inTransaction) return work()
      prepare('BEGIN').run()
      try {
        return work()
      } finally {
        // A read has nothing to commit, and on a damaged file a failing COMMIT would hide the first error.
        if (database.inTransaction) prepare('ROLLBACK').run()
      }
    },
    addresses: createAddressCache((text) => prepare(text)),
    readsRowsByIndex: false,
    space: () => fileSpace(rows),
    check: () => checkFile(rows),
    containing,
  }
}

/** Caches statements by their text. Texts come from a fixed set of templates, so the cache stays small. */
function statementCache(database: Database): Prepare {
  const plain = new Map<string, Statement<SqlValue[]>>()
  const raw = new Map<string, Statement<SqlValue[]>>()
  return (text, asArrays = false) => {
    const cache = asArrays ? raw : plain
    let statement = cache.get(text)
    if (statement === undefined) {
      statement = database.prepare<SqlValue[]>(withStablePlan(text))
      if (asArrays) statement.raw(true)
      cache.set(text, statement)
    }
    return statement
  }
}

/**
 * SQLite plans a statement for the values it is first run with, and prepares it again for each new value of a LIMIT, or of a column in `sqlite_stat4`,
 * which takes longer than most reads. It cannot look through a unary plus, which changes no value (https://sqlite.org/lang_expr.html#operators).
 */
const withStablePlan = (text: string): string => text.replaceAll('?', '+?')

/* The brands exist for the compiler only, and only these two functions give them. */
const asReadable = (handle: object): ReadDb => handle as ReadDb
const asFile = (handle: object): FileDb => handle as FileDb
