import { replayBalances, saveBalances } from './subjects/balances.ts'
import { compact } from './repair/compact.ts'
import { deleteToken } from './subjects/delete-token.ts'
import { saveDollarPayments } from './subjects/dollar-payments.ts'
import type { WriteDb } from './connection/handle.ts'
import { saveImport } from './subjects/imports.ts'
import type { StoreWrites } from './interface.ts'
import { saveBlocks, withdrawBlocks } from './subjects/live-blocks.ts'
import { saveJob } from './subjects/jobs.ts'
import { revokeKey, saveKey, touchKeys } from './subjects/keys.ts'
import { saveLabels } from './subjects/labels.ts'
import { savePools } from './subjects/pools.ts'
import { saveProducedBlocks } from './subjects/produced-blocks.ts'
import { saveRecordedLinks } from './subjects/recorded-links.ts'
import { saveSetting, saveSource } from './subjects/settings.ts'
import { saveScan } from './subjects/scans.ts'
import { saveSnapshot } from './subjects/snapshots.ts'
import { setStorageLimit } from './subjects/storage-limit.ts'
import { saveTips } from './subjects/tips.ts'
import { markOpened, saveToken } from './subjects/tokens.ts'
import { saveTrades } from './subjects/trades.ts'
import { saveNativeTransfers, saveTransfers } from './subjects/transfers.ts'
import { saveAccounts, saveActivity, saveFunding } from './subjects/wallets.ts'

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
