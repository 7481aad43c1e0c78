import { blockMarks } from './tables/facts/block-marks.ts'
import { appended } from './tables/facts/append-runs.ts'
import { balances, holders, transferOwners } from './tables/transfers/balances.ts'
import { caseClaims } from './tables/cases/case-claims.ts'
import { caseHistory, caseRecord, cases } from './tables/cases/cases.ts'
import { caseMembers } from './tables/cases/case-members.ts'
import { deletedCases } from './tables/cases/delete-case.ts'
import { casesAbout } from './tables/deletions/cases-about.ts'
import { deletions } from './tables/deletions/deletion-records.ts'
import { searchCases } from './tables/cases/search/search-cases.ts'
import { covered, coveredBySource } from './tables/tokens/coverage.ts'
import { dollarPayments } from './tables/transfers/dollar-payments.ts'
import { factRows } from './tables/facts/fact-rows.ts'
import type { ReadDb } from './connection/handle.ts'
import { importedFile, imports } from './tables/records/imports.ts'
import type { StoreReads } from './interface.ts'
import { job, jobs, openJobs } from './tables/records/jobs.ts'
import { keys } from './tables/service/keys.ts'
import { labels } from './tables/wallets/labels.ts'
import { poolCandidates } from './tables/transfers/pool-candidates.ts'
import { poolTokens, pools } from './tables/trades/pools.ts'
import { producedBlocks } from './tables/tokens/produced-blocks.ts'
import { grantedRoles } from './tables/tokens/granted-roles.ts'
import { contractOwners } from './tables/wallets/contract-owners.ts'
import { launchTransactions } from './tables/trades/launch-transactions.ts'
import { tradingSwitch } from './tables/tokens/trading-switch.ts'
import { recordedDegrees, recordedLinks } from './tables/tokens/recorded-links.ts'
import { endpointLimits } from './tables/service/endpoint-limits.ts'
import { setting } from './tables/service/settings.ts'
import { scan, scans, scansAfter } from './tables/records/scans.ts'
import { nextClusterId, snapshot, snapshotMoments, snapshotTimestamps } from './tables/records/snapshots.ts'
import { storage } from './tables/service/storage.ts'
import { tips } from './tables/trades/tips.ts'
import { token, tokens } from './tables/tokens/tokens.ts'
import { firehoseKeepHours, storedBlockAt, storedBlocks, newestStoredBlocks } from './tables/networks/stored-blocks.ts'
import { resolvedPools } from './tables/trades/resolved-pools.ts'
import { tradesAfter } from './tables/trades/trades-after.ts'
import { trades } from './tables/trades/trade-pages.ts'
import { pairTrades, tokenTrades } from './tables/trades/trades.ts'
import { transferOutline } from './tables/transfers/outline.ts'
import { transferBlocks, nativePayments, nativeTransfers, transfers } from './tables/transfers/transfers.ts'
import { fundedWallets, tokensOfWallet, tradingHours } from './tables/wallets/across-tokens.ts'
import { countedTokens, earlyWallets, inCommon, walletPlaces } from './tables/wallets/in-common.ts'
import { openTraces, trace, traceRead, traces } from './tables/wallets/traces.ts'
import { accounts, activity, funding, nativeBalances } from './tables/wallets/wallets.ts'
import { quietRules, watchAlerts } from './tables/watch/alerts.ts'
import { watchMoment } from './tables/watch/moments.ts'
import { watchedWallets, watchRules } from './tables/watch/rules.ts'
import { dueCalls, nextCallAt } from './tables/watch/webhook-calls.ts'

type ReadTable = { readonly [K in keyof StoreReads]: (db: ReadDb, ...args: Parameters<StoreReads[K]>) => ReturnType<StoreReads[K]> }

/** The implementation of every read of interface.ts. */
export const READS: ReadTable = {
  token,
  tokens,
  holders,
  balances,
  factRows,
  appended,
  transfers,
  transferOutline,
  transferBlocks,
  nativeTransfers,
  nativePayments,
  dollarPayments,
  tokenTrades,
  trades,
  tradesAfter,
  pairTrades,
  pools,
  poolTokens,
  poolCandidates,
  transferOwners,
  accounts,
  funding,
  tokensOfWallet,
  tradingHours,
  fundedWallets,
  countedTokens,
  inCommon,
  walletPlaces,
  earlyWallets,
  activity,
  nativeBalances,
  producedBlocks,
  tradingSwitch,
  launchTransactions,
  contractOwners,
  grantedRoles,
  recordedLinks,
  recordedDegrees,
  labels,
  covered,
  coveredBySource,
  tips,
  blockMarks,
  snapshotTimestamps,
  snapshotMoments,
  nextClusterId,
  snapshot,
  scan,
  scans,
  scansAfter,
  keys,
  jobs,
  openJobs,
  job,
  endpointLimits,
  resolvedPools,
  firehoseKeepHours,
  storedBlocks,
  storedBlockAt,
  newestStoredBlocks,
  traces,
  openTraces,
  trace,
  traceRead,
  imports,
  importedFile,
  cases,
  deletedCases,
  deletions,
  casesAbout,
  caseRecord,
  caseHistory,
  caseClaims,
  caseMembers,
  searchCases,
  watchRules,
  watchedWallets,
  watchMoment,
  watchAlerts,
  quietRules,
  dueCalls,
  nextCallAt,
  setting,
  storage,
  check: (db) => db.check(),
}

/** Reads that scan whole tables or the whole file. */
export const LONG_READS = ['storage', 'check'] as const satisfies readonly (keyof StoreReads)[]

export type ReadName = keyof StoreReads
export const READ_NAMES = Object.keys(READS) as ReadName[]
