import { workingFault } from './faults.ts'
import type { ReadDb, WriteDb } from './handle.ts'
import type { StoreReads, StoreWrites } from './interface.ts'
import { READS, type ReadName } from './reads.ts'
import { WRITES, type WriteName } from './writes.ts'

/** Answers one question, all of it of one moment. Faults of disk and file come as AppError in one sentence. */
export function read<K extends ReadName>(db: ReadDb, name: K, ...args: Parameters<StoreReads[K]>): ReturnType<StoreReads[K]> {
  const answer: (db: ReadDb, ...args: Parameters<StoreReads[K]>) => ReturnType<StoreReads[K]> = READS[name]
  return translated(() => db.consistent(() => answer(db, ...args)))
}

/** Makes one change, whole or not at all. Faults of disk and file come as AppError in one sentence. */
export function write<K extends WriteName>(db: WriteDb, name: K, ...args: Parameters<StoreWrites[K]>): ReturnType<StoreWrites[K]> {
  const change: (db: WriteDb, ...args: Parameters<StoreWrites[K]>) => ReturnType<StoreWrites[K]> = WRITES[name]
  return translated(() => db.atomic(() => change(db, ...args)))
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw workingFault(error)
  }
}
