import type { Database, Statement } from 'better-sqlite3'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { createAddressBook, type AddressBook } from './address-cache.ts'
import { createInterner, type Interner } from './interner.ts'
import type { Query, SqlValue } from './sql.ts'

declare const readable: unique symbol
declare const writable: unique symbol

/** A connection that may be asked. Every function that only reads takes this, and the compiler holds it to that. */
export interface ReadDb {
  readonly [readable]: true
  /** All rows as objects. The row type is the caller's word about its own SELECT. */
  all<Row>(query: Query): Row[]
  get<Row>(query: Query): Row | undefined
  /** Rows as arrays, all at once: half the time of one by one, for answers known to fit into memory. */
  arrays<Row extends readonly unknown[]>(query: Query): Row[]
  /** Rows as arrays one by one, for answers with many rows. */
  each<Row extends readonly unknown[]>(query: Query): IterableIterator<Row>
  /** Everything `work` reads is of one moment. */
  consistent<T>(work: () => T): T
  readonly book: AddressBook
}

/** A connection that may also change things. */
export interface WriteDb extends ReadDb {
  readonly [writable]: true
  /** Answers the number of rows changed. */
  run(query: Query): number
  /** A statement that is prepared once and run for many rows, values in order. */
  prepared(text: string): Statement<SqlValue[]>
  /** `work` happens whole or not at all. Inside another `atomic` it belongs to that one. */
  atomic<T>(work: () => T): T
  readonly intern: Interner
}

/** The id of an address, or null when the store never met it. */
export function addressId(db: ReadDb, network: NetworkId, address: Address): number | null {
  return db.book.id(network, address)
}

export function readHandle(database: Database): ReadDb {
  return asReadable(reading(database, statementCache(database)))
}

export function writeHandle(database: Database): WriteDb {
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
        return result
      } catch (error) {
        // Some faults, a full disk among them, roll back by themselves.
        if (database.inTransaction) prepare('ROLLBACK').run()
        intern.forget()
        throw error
      }
    },
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
        // Reading has nothing to commit, and on a damaged file a COMMIT fails and would hide what was found.
        if (database.inTransaction) prepare('ROLLBACK').run()
      }
    },
    book: createAddressBook((text) => prepare(text)),
  }
}

/** Statements are kept by their text; texts come from a fixed set of templates, so the cache stays small. */
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

/* The brands exist only for the compiler; these two are the only places that give them. */
const asReadable = (handle: object): ReadDb => handle as ReadDb
const asWritable = (handle: object): WriteDb => handle as WriteDb
