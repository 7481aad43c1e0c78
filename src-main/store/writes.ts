import { saveBlockMarks } from './tables/facts/block-marks.ts'
import { importCase } from './case-file/import-case.ts'
import { importStore } from './case-file/import-store.ts'
import { saveCaseMembers } from './tables/cases/case-members.ts'
import { deleteCase, restoreCase } from './tables/cases/delete-case.ts'
import { changeCase, createCase, moveCase } from './tables/cases/change-case.ts'
import { forgetCoverage } from './tables/tokens/coverage.ts'
import { replayBalances, saveBalances } from './tables/transfers/balances.ts'
import { compact } from './repair/compact.ts'
import { deleteScan, deleteSnapshot, deleteToken, restoreDeletion } from './tables/deletions/deletions.ts'
import { keepBeforeAnswers } from './tables/deletions/answer-rows.ts'
import { keepBeforeImport, takeBackImport } from './tables/deletions/imported-rows.ts'
import { saveDollarPayments } from './tables/transfers/dollar-payments.ts'
import type { WriteDb } from './connection/handle.ts'
import { saveImport } from './tables/records/imports.ts'
import { takeFence } from './tables/service/take-fence.ts'
import type { StoreWrites } from './interface.ts'
import { saveBlocks, rollBackBlocks } from './tables/facts/live-blocks.ts'
import { queueJob, saveJob } from './tables/records/jobs.ts'
import { takeRequests } from './tables/service/key-use.ts'
import { revokeKey, saveKey, touchKeys } from './tables/service/keys.ts'
import { saveLabels } from './tables/wallets/labels.ts'
import { savePools } from './tables/trades/pools.ts'
import { saveProducedBlocks } from './tables/tokens/produced-blocks.ts'
import { saveGrantedRoles } from './tables/tokens/granted-roles.ts'
import { saveContractOwners } from './tables/wallets/contract-owners.ts'
import { saveLaunchTransactions } from './tables/trades/launch-transactions.ts'
import { saveTradingSwitch } from './tables/tokens/trading-switch.ts'
import { saveRecordedLinks } from './tables/tokens/recorded-links.ts'
import { deleteBlocks, deleteOldBlocks, saveBlock, setFirehoseKeepHours } from './tables/networks/stored-blocks.ts'
import { saveResolvedPools } from './tables/trades/resolved-pools.ts'
import { saveEndpointLimits } from './tables/service/endpoint-limits.ts'
import { replaceSetting, saveSetting } from './tables/service/settings.ts'
import { saveScan } from './tables/records/scans.ts'
import { saveSnapshot } from './tables/records/snapshots.ts'
import { setStorageLimit } from './tables/service/storage-limit.ts'
import { saveTips } from './tables/trades/tips.ts'
import { markOpened, saveClustersFrom, saveFirstRead, saveNotes, saveToken } from './tables/tokens/tokens.ts'
import { replaceTrades } from './tables/trades/replace-trades.ts'
import { saveTrades } from './tables/trades/trades.ts'
import { replaceTransfers } from './tables/transfers/replace-transfers.ts'
import { saveNativeTransfers, saveTransfers } from './tables/transfers/transfers.ts'
import { markAlertsRead, recordWatch } from './tables/watch/alerts.ts'
import { deleteWatchRule, saveWatchRule } from './tables/watch/rules.ts'
import { settleCall } from './tables/watch/webhook-calls.ts'
import { saveTrace, saveTraceRead, startTrace } from './tables/wallets/traces.ts'
import { saveListedTransfers } from './tables/transfers/listed-transfers.ts'
import { saveTokenRoles } from './tables/wallets/token-roles.ts'
import { saveAccounts, saveActivity, saveFunding, saveNativeBalances } from './tables/wallets/wallets.ts'

type WriteTable = {
  readonly [K in Exclude<keyof StoreWrites, 'together'>]: (db: WriteDb, ...args: Parameters<StoreWrites[K]>) => ReturnType<StoreWrites[K]>
}

/**
 * The implementation of every write of interface.ts except `together`, which dispatch.ts composes of them. Call them through `write`, which makes
 * each one atomic.
 */
export const WRITES: WriteTable = {
  saveToken,
  saveFirstRead,
  saveNotes,
  saveClustersFrom,
  markOpened,
  saveTransfers,
  saveListedTransfers,
  replaceTransfers,
  forgetCoverage,
  saveNativeTransfers,
  saveDollarPayments,
  saveTips,
  saveProducedBlocks,
  saveTradingSwitch,
  saveLaunchTransactions,
  saveContractOwners,
  saveGrantedRoles,
  savePools,
  saveTrades,
  replaceTrades,
  saveBlocks,
  saveBlockMarks,
  rollBackBlocks,
  replayBalances,
  saveBalances,
  saveAccounts,
  saveActivity,
  saveNativeBalances,
  saveFunding,
  saveRecordedLinks,
  saveLabels,
  saveSnapshot,
  saveTokenRoles,
  saveScan,
  saveKey,
  revokeKey,
  touchKeys,
  takeRequests,
  saveJob,
  queueJob,
  saveEndpointLimits,
  saveResolvedPools,
  setFirehoseKeepHours,
  saveBlock,
  deleteBlocks,
  deleteOldBlocks,
  startTrace,
  saveTrace,
  saveTraceRead,
  saveImport,
  createCase,
  saveCaseMembers,
  changeCase,
  moveCase,
  deleteCase,
  restoreCase,
  importCase,
  importStore,
  saveWatchRule,
  deleteWatchRule,
  recordWatch,
  markAlertsRead,
  settleCall,
  saveSetting,
  replaceSetting,
  setStorageLimit,
  compact,
  deleteToken,
  takeFence,
  deleteSnapshot,
  deleteScan,
  restoreDeletion,
  keepBeforeImport,
  keepBeforeAnswers,
  takeBackImport,
}

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
