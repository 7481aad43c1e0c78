import type { ReadDb } from './connection/handle.ts'
import type { StoreReads } from './interface.ts'
import * as reads from './tables/reads.ts'

type ReadTable = { readonly [K in keyof StoreReads]: (db: ReadDb, ...args: Parameters<StoreReads[K]>) => ReturnType<StoreReads[K]> }

/** The implementation of every read of interface.ts. */
export const READS: ReadTable = { ...reads, check: (db) => db.check() }

/** Reads that scan whole tables or the whole file. */
export const LONG_READS = ['storage', 'check'] as const satisfies readonly (keyof StoreReads)[]

export type ReadName = keyof StoreReads
export const READ_NAMES = Object.keys(READS) as ReadName[]
