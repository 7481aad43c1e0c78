import type { StoreWrites } from './interface.ts'
import type { Write } from './tables/calls.ts'
import * as writes from './tables/writes.ts'

/**
 * The implementation of every write of interface.ts except `together`, which dispatch.ts composes of them. Call them through `write`, which makes
 * each one atomic.
 */
export const WRITES: { readonly [K in Exclude<WriteName, typeof TOGETHER>]: Write<K> } = writes

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
export const WRITE_NAMES: readonly WriteName[] = [...(Object.keys(WRITES) as WriteName[]), TOGETHER]
