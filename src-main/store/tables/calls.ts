import type { ReadDb, WriteDb } from '../connection/handle.ts'
import type { StoreReads, StoreWrites } from '../interface.ts'

/** The implementation of a read of the store's interface, which has its documentation. */
export type Read<K extends keyof StoreReads> = (db: ReadDb, ...args: Parameters<StoreReads[K]>) => ReturnType<StoreReads[K]>

/** The implementation of a write of the store's interface, which has its documentation. */
export type Write<K extends keyof StoreWrites> = (db: WriteDb, ...args: Parameters<StoreWrites[K]>) => ReturnType<StoreWrites[K]>
