import { appended } from './append-runs.ts'
import { balances, holders } from './balances.ts'
import { covered } from './coverage.ts'
import { dollarPayments } from './dollar-payments.ts'
import { factRows } from './fact-rows.ts'
import type { ReadDb } from './handle.ts'
import { imports } from './imports.ts'
import type { StoreReads } from './interface.ts'
import { job, jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { labels } from './labels.ts'
import { poolCandidates } from './pool-candidates.ts'
import { pools } from './pools.ts'
import { producedBlocks } from './produced-blocks.ts'
import { recordedLinks } from './recorded-links.ts'
import { setting, sources } from './settings.ts'
import { scan, scans } from './scans.ts'
import { nextClusterId, snapshot, snapshotTimestamps } from './snapshots.ts'
import { check } from './check.ts'
import { storage } from './storage.ts'
import { tips } from './tips.ts'
import { token, tokens } from './tokens.ts'
import { trades } from './trade-pages.ts'
import { pairTrades, tokenTrades } from './trades.ts'
import { nativePayments, nativeTransfers, transfers } from './transfers.ts'
import { accounts, activity, funding } from './wallets.ts'

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
