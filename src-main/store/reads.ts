import type { StoreReads } from './interface.ts'
import type { Read } from './tables/calls.ts'
import * as reads from './tables/reads.ts'

/** The implementation of every read of interface.ts. */
export const READS: { readonly [K in ReadName]: Read<K> } = { ...reads, check: (db) => db.check() }

/** Reads that scan whole tables or the whole file. */
export const LONG_READS = ['storage', 'check'] as const satisfies readonly (keyof StoreReads)[]

export type ReadName = keyof StoreReads
export const READ_NAMES = Object.keys(READS) as ReadName[]
