import { workingFault } from './connection/faults.ts'
import type { ReadDb, WriteDb } from './connection/handle.ts'
import type { StoreReads, StoreWrites } from './interface.ts'
import { READS, type ReadName } from './reads.ts'
import { refuseOverLimit } from './tables/service/storage-limit.ts'
import { GROWING, OWN_TRANSACTION, WRITES, type WriteName } from './writes.ts'

/** Answers one question, all of it of one moment. Faults of disk and file come as AppError in one sentence. */
export function read<K extends ReadName>(db: ReadDb, name: K, ...args: Parameters<StoreReads[K]>): ReturnType<StoreReads[K]> {
  return readByName(db, name, args) as ReturnType<StoreReads[K]>
}

/** Makes one change, whole or not at all. Faults of disk and file come as AppError in one sentence. */
export function write<K extends WriteName>(db: WriteDb, name: K, ...args: Parameters<StoreWrites[K]>): ReturnType<StoreWrites[K]> {
  return writeByName(db, name, args) as ReturnType<StoreWrites[K]>
}

/** As `read`, for calls that came from another thread: the client's proxies typed the arguments, the name is checked here. */
export function readByName(db: ReadDb, name: string, args: readonly unknown[]): unknown {
  const answer = functionNamed<ReadDb>(READS, name)
  return translated(() => db.consistent(() => answer(db, ...args)))
}

/** As `write`, for calls that came from another thread. */
export function writeByName(db: WriteDb, name: string, args: readonly unknown[]): unknown {
  const change = functionNamed<WriteDb>(WRITES, name)
  if (OWN_TRANSACTION.has(name)) return translated(() => change(db, ...args))
  return translated(() =>
    db.atomic(() => {
      if (GROWING.has(name)) refuseOverLimit(db)
      return change(db, ...args)
    }),
  )
}

function functionNamed<Db>(table: object, name: string): (db: Db, ...args: readonly unknown[]) => unknown {
  const found: unknown = Object.hasOwn(table, name) ? table[name as keyof typeof table] : undefined
  if (typeof found !== 'function') throw new Error(`the store has no call named ${name}`)
  return found as (db: Db, ...args: readonly unknown[]) => unknown
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw workingFault(error)
  }
}
