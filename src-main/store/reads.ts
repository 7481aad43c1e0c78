import { appended } from './subjects/append-runs.ts'
import { balances, holders } from './subjects/balances.ts'
import { covered } from './subjects/coverage.ts'
import { dollarPayments } from './subjects/dollar-payments.ts'
import { factRows } from './subjects/fact-rows.ts'
import type { ReadDb } from './connection/handle.ts'
import { imports } from './subjects/imports.ts'
import type { StoreReads } from './interface.ts'
import { job, jobs } from './subjects/jobs.ts'
import { keys } from './subjects/keys.ts'
import { labels } from './subjects/labels.ts'
import { poolCandidates } from './subjects/pool-candidates.ts'
import { pools } from './subjects/pools.ts'
import { producedBlocks } from './subjects/produced-blocks.ts'
import { recordedLinks } from './subjects/recorded-links.ts'
import { setting, sources } from './subjects/settings.ts'
import { scan, scans } from './subjects/scans.ts'
import { nextClusterId, snapshot, snapshotTimestamps } from './subjects/snapshots.ts'
import { check } from './repair/check.ts'
import { storage } from './subjects/storage.ts'
import { tips } from './subjects/tips.ts'
import { token, tokens } from './subjects/tokens.ts'
import { trades } from './subjects/trade-pages.ts'
import { pairTrades, tokenTrades } from './subjects/trades.ts'
import { nativePayments, nativeTransfers, transfers } from './subjects/transfers.ts'
import { accounts, activity, funding } from './subjects/wallets.ts'

type Answers = { readonly [K in keyof StoreReads]: (db: ReadDb, ...args: Parameters<StoreReads[K]>) => ReturnType<StoreReads[K]> }

/** Every question of interface.ts with the function that answers it. */
export const READS: Answers = {
  token,
  tokens,
  holders,
  balances,
  factRows,
  appended,
  transfers,
  nativeTransfers,
  nativePayments,
  dollarPayments,
  tokenTrades,
  trades,
  pairTrades,
  pools,
  poolCandidates,
  accounts,
  funding,
  activity,
  producedBlocks,
  recordedLinks,
  labels,
  covered,
  tips,
  snapshotTimestamps,
  nextClusterId,
  snapshot,
  scan,
  scans,
  keys,
  jobs,
  job,
  sources,
  imports,
  setting,
  storage,
  check,
}

/** Questions that walk whole tables or the whole file. */
export const LONG_READS = ['storage', 'check'] as const satisfies readonly (keyof StoreReads)[]

export type ReadName = keyof StoreReads
export const READ_NAMES = Object.keys(READS) as ReadName[]
