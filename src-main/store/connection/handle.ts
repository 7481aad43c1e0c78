import type { Database, Statement } from 'better-sqlite3'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { createAddressCache, type AddressCache } from './address-cache.ts'
import { createInterner, type Interner } from './interner.ts'
import type { PageSums } from '../pages/page-sums.ts'
import type { Query, SqlValue } from './sql.ts'

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
  /** Rows as arrays one by one, for large results. */
  each<Row extends readonly unknown[]>(query: Query): IterableIterator<Row>
  /** Runs the reads of `work` in one transaction. */
  consistent<T>(work: () => T): T
  readonly addresses: AddressCache
}

/** A connection for reading and writing. */
export interface WriteDb extends ReadDb {
  readonly [writable]: true
  /** Returns the number of changed rows. */
  run(query: Query): number
  /** A prepared statement to run for many rows. */
  prepared(text: string): Statement<SqlValue[]>
  /** Runs `work` in a transaction, or in the transaction of the enclosing `atomic`. */
  atomic<T>(work: () => T): T
  /** Moves the log into the file and empties it, unless readers prevent that. */
  emptyLog(): void
  readonly intern: Interner
}

/** The id of an address; null when it is not stored. */
export function addressId(db: ReadDb, network: NetworkId, address: Address): number | null {
  return db.addresses.id(network, address)
}

export function readHandle(database: Database): ReadDb {
  return asReadable(reading(database, statementCache(database)))
}

export function writeHandle(database: Database, sums: PageSums): WriteDb {
  const prepare = statementCache(database)
  const intern = createInterner((text) => prepare(text))
  return asWritable({
    ...reading(database, prepare),
    run: (query: Query) => prepare(query.text).run(...query.params).changes,
    prepared: (text: string) => prepare(text),
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
    emptyLog: () => void sums.emptyLog(),
    intern,
  })
}

type Prepare = (text: string, raw?: boolean) => Statement<SqlValue[]>

function reading(database: Database, prepare: Prepare) {
  return {
    all: (query: Query) => prepare(query.text).all(...query.params),
    get: (query: Query) => prepare(query.text).get(...query.params),
    arrays: (query: Query) => prepare(query.text, true).all(...query.params),
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
      statement = database.prepare<SqlValue[]>(text)
      if (asArrays) statement.raw(true)
      cache.set(text, statement)
    }
    return statement
  }
}

/* The brands exist for the compiler only, and only these two functions give them. */
const asReadable = (handle: object): ReadDb => handle as ReadDb
const asWritable = (handle: object): WriteDb => handle as WriteDb
