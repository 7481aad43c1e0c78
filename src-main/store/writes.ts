import { replayBalances, saveBalances } from './balances.ts'
import { compact } from './compact.ts'
import { deleteToken } from './delete-token.ts'
import { saveDollarPayments } from './dollar-payments.ts'
import type { WriteDb } from './handle.ts'
import { saveImport } from './imports.ts'
import type { StoreWrites } from './interface.ts'
import { saveBlocks, withdrawBlocks } from './live-blocks.ts'
import { saveJob } from './jobs.ts'
import { revokeKey, saveKey, touchKeys } from './keys.ts'
import { saveLabels } from './labels.ts'
import { savePools } from './pools.ts'
import { saveProducedBlocks } from './produced-blocks.ts'
import { saveRecordedLinks } from './recorded-links.ts'
import { saveSetting, saveSource } from './settings.ts'
import { saveScan } from './scans.ts'
import { saveSnapshot } from './snapshots.ts'
import { setStorageLimit } from './storage-limit.ts'
import { saveTips } from './tips.ts'
import { markOpened, saveToken } from './tokens.ts'
import { saveTrades } from './trades.ts'
import { saveNativeTransfers, saveTransfers } from './transfers.ts'
import { saveAccounts, saveActivity, saveFunding } from './wallets.ts'

type Changes = { readonly [K in keyof StoreWrites]: (db: WriteDb, ...args: Parameters<StoreWrites[K]>) => ReturnType<StoreWrites[K]> }

/** Every change of interface.ts with the function that makes it. Call through `write`, which makes each one whole or not at all. */
export const WRITES: Changes = {
  saveToken,
  markOpened,
  saveTransfers,
  saveNativeTransfers,
  saveDollarPayments,
  saveTips,
  saveProducedBlocks,
  savePools,
  saveTrades,
  saveBlocks,
  withdrawBlocks,
  replayBalances,
  saveBalances,
  saveAccounts,
  saveActivity,
  saveFunding,
  saveRecordedLinks,
  saveLabels,
  saveSnapshot,
  saveScan,
  saveKey,
  revokeKey,
  touchKeys,
  saveJob,
  saveSource,
  saveImport,
  saveSetting,
  setStorageLimit,
  compact,
  deleteToken,
}

/** SQLite rewrites a file only outside of a transaction; such a change is whole or not at all by itself. */
export const OWN_TRANSACTION: ReadonlySet<string> = new Set<WriteName>(['compact'])

/** Changes that take in data of chains, and so heed the limit of the storage. */
export const GROWING: ReadonlySet<string> = new Set<WriteName>([
  'saveTransfers',
  'saveNativeTransfers',
  'saveDollarPayments',
  'saveTips',
  'saveTrades',
  'saveBlocks',
  'saveBalances',
])

export type WriteName = keyof StoreWrites
export const WRITE_NAMES = Object.keys(WRITES) as WriteName[]
