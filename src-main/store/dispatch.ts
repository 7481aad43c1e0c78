import { workingFault } from './connection/faults.ts'
import type { ReadDb, WriteDb } from './connection/handle.ts'
import type { Fence } from './fence.ts'
import type { StoreReads, StoreWrites } from './interface.ts'
import { READS, type ReadName } from './reads.ts'
import { refuseOverLimit } from './tables/service/storage-limit.ts'
import { GROWING, OWN_TRANSACTION, TOGETHER, WRITES, type WriteName } from './writes.ts'

/** Runs one read in one transaction. @throws AppError for faults of the disk and the file */
export function read<K extends ReadName>(db: ReadDb, name: K, ...args: Parameters<StoreReads[K]>): ReturnType<StoreReads[K]> {
  return readByName(db, name, args) as ReturnType<StoreReads[K]>
}

/** Runs one write atomically. @throws AppError for faults of the disk and the file */
export function write<K extends WriteName>(db: WriteDb, name: K, ...args: Parameters<StoreWrites[K]>): ReturnType<StoreWrites[K]> {
  return writeByName(db, name, args) as ReturnType<StoreWrites[K]>
}

/** As `read`, for calls from another thread. The client's proxies have typed the arguments; the name is checked here. */
export function readByName(db: ReadDb, name: string, args: readonly unknown[]): unknown {
  const answer = functionNamed<ReadDb>(READS, name)
  return withPlainFaults(() => db.consistent(() => answer(db, ...args)))
}

/** Like `write`, for calls from another thread. */
export function writeByName(db: WriteDb, name: string, args: readonly unknown[], fence?: Fence): unknown {
  if (name === TOGETHER) {
    const [{ calls }] = args as Parameters<StoreWrites['together']>
    const scope = { calls: calls.map((call) => ({ name: call.name, args: [call.args] })), fence }
    return withPlainFaults(() => db.atomic(() => calls.map((call) => writeByName(db, call.name, [call.args])), scope))
  }
  const change = functionNamed<WriteDb>(WRITES, name)
  if (OWN_TRANSACTION.has(name)) return withPlainFaults(() => change(db, ...args))
  return withPlainFaults(() =>
    db.atomic(
      () => {
        if (GROWING.has(name)) refuseOverLimit(db)
        return change(db, ...args)
      },
      { calls: [{ name, args }], fence },
    ),
  )
}

function functionNamed<Db>(table: object, name: string): (db: Db, ...args: readonly unknown[]) => unknown {
  const found: unknown = Object.hasOwn(table, name) ? table[name as keyof typeof table] : undefined
  if (typeof found !== 'function') throw new Error(`the store has no call named ${name}`)
  return found as (db: Db, ...args: readonly unknown[]) => unknown
}

function withPlainFaults<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw workingFault(error)
  }
}
