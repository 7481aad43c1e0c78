import type { WriteDb } from './connection/handle.ts'
import type { StoreWrites } from './interface.ts'
import * as writes from './tables/writes.ts'

type WriteTable = {
  readonly [K in Exclude<keyof StoreWrites, 'together'>]: (db: WriteDb, ...args: Parameters<StoreWrites[K]>) => ReturnType<StoreWrites[K]>
}

/**
 * The implementation of every write of interface.ts except `together`, which dispatch.ts composes of them. Call them through `write`, which makes
 * each one atomic.
 */
export const WRITES: WriteTable = writes

/** These start their own transactions: a file is rewritten outside of one, and a fence is taken without a write. */
export const OWN_TRANSACTION: ReadonlySet<string> = new Set<WriteName>(['compact', 'takeFence'])

/** Writes of chain data, which are subject to the storage limit. */
export const GROWING: ReadonlySet<string> = new Set<WriteName>([
  'saveTransfers',
  'saveListedTransfers',
  'replaceTransfers',
  'saveNativeTransfers',
  'saveDollarPayments',
  'saveTips',
  'saveTrades',
  'replaceTrades',
  'saveBlocks',
  'saveBalances',
  'saveBlock',
])

export type WriteName = keyof StoreWrites
export const TOGETHER = 'together'
export const WRITE_NAMES: readonly WriteName[] = [...(Object.keys(WRITES) as (keyof WriteTable)[]), TOGETHER]
