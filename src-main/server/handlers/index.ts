import type { RouteId } from '../../../src-shared/contract/routes.ts'
import type { Handler } from '../context.ts'
import { setClustersFrom } from './clusters-from.ts'
import { openSession } from './page-session.ts'
import { cadence, setCadence } from './cadence.ts'
import {
  caseHistory,
  caseReport,
  cases,
  changeCase,
  createCase,
  deleteCase,
  importTags,
  moveCase,
  openCase,
  restoreCase,
  searchCases,
  setPublicCase,
} from './cases.ts'
import { caseSharing, setCaseSharing } from './case-sharing.ts'
import { caseFile, checkCaseFile, importCaseFile } from './case-files.ts'
import { caseReferences, deleteScan, deleteSnapshot, deletions, deleteToken, restoreDeletion, takeBackImport } from './deletions.ts'
import { follow, setFollow } from './follow.ts'
import { early, lifeLines, neighbours, path, presentClusters, presentHolders, presentSnapshot, wallet, why } from './evidence.ts'
import { inCommon, serial, walletOverview } from './wallets.ts'
import { holderLines, localHolders } from './local-holders.ts'
import { importFile, imports } from './imports.ts'
import { cancelJob, job, jobs, readAgain, resumeJob, startJob } from './jobs.ts'
import { createKey, keys, revokeKey } from './keys.ts'
import { labels } from './labels.ts'
import { localTrades } from './local-trades.ts'
import { overviews, scans } from './many-tokens.ts'
import { stream } from './stream.ts'
import * as metrics from './holder-metrics.ts'
import { setArchive, testArchive } from './archive.ts'
import { setOffChain } from './set-off-chain.ts'
import { metrics as prometheus } from './metrics.ts'
import { asyncapi, docs, openapi } from './reference.ts'
import { localScan, makeScan, scan, scanHistory } from './scan.ts'
import { replay, setReplay } from './replay.ts'
import { recount, rules, setRules } from './rules.ts'
import { connections, health, requests, status } from './service.ts'
import { latestSnapshot, localSnapshots, snapshot, snapshots, takeSnapshot } from './snapshots.ts'
import { setService } from './set-service.ts'
import { addressKinds, setSource, testSource } from './sources.ts'
import { compactStorage, setStorage, storage } from './storage.ts'
import { localToken, localTokens } from './local-tokens.ts'
import * as traces from './traces.ts'
import { trades } from './trades.ts'
import * as watch from './watch.ts'

/** Every route of the contract has its handler here: a new route fails to compile until it has one. */
export const HANDLERS: { readonly [Id in RouteId]: Handler<Id> } = {
  overview: metrics.overview,
  distribution: metrics.distribution,
  snipers: metrics.snipers,
  clusters: metrics.clusters,
  bundlers: metrics.bundlers,
  insiders: metrics.insiders,
  legacyDistribution: metrics.legacyDistribution,
  legacySnipers: metrics.legacySnipers,
  legacyClusters: metrics.legacyClusters,
  localOverview: metrics.localOverview,
  localClusters: metrics.localClusters,
  localDistribution: metrics.localDistribution,
  localOverlap: metrics.localOverlap,
  rules,
  setRules,
  recount,
  why,
  path,
  walletOverview,
  inCommon,
  serial,
  traces: traces.traces,
  trace: traces.trace,
  startTrace: traces.startTrace,
  cancelTrace: traces.cancelTrace,
  resumeTrace: traces.resumeTrace,
  wallet,
  neighbours,
  lifeLines,
  early,
  snapshots,
  latestSnapshot,
  presentSnapshot,
  presentHolders,
  presentClusters,
  snapshot,
  takeSnapshot,
  localSnapshots,
  setClustersFrom,
  scan,
  localScan,
  makeScan,
  scanHistory,
  trades,
  localTrades,
  labels,
  localTokens,
  localToken,
  deleteToken,
  deleteSnapshot,
  deleteScan,
  deletions,
  restoreDeletion,
  caseReferences,
  takeBackImport,
  localHolders,
  holderLines,
  stream,
  overviews,
  scans,
  jobs,
  job,
  startJob,
  readAgain,
  cancelJob,
  resumeJob,
  follow,
  setFollow,
  cadence,
  setCadence,
  replay,
  setReplay,
  imports,
  importFile,
  cases,
  createCase,
  setPublicCase,
  openCase,
  changeCase,
  moveCase,
  deleteCase,
  restoreCase,
  caseHistory,
  searchCases,
  importTags,
  caseFile,
  caseSharing,
  setCaseSharing,
  caseReport,
  checkCaseFile,
  importCaseFile,
  watchRules: watch.watchRules,
  createWatchRule: watch.createWatchRule,
  changeWatchRule: watch.changeWatchRule,
  deleteWatchRule: watch.deleteWatchRule,
  testWatchRule: watch.testWatchRule,
  watchAlerts: watch.watchAlerts,
  readWatchAlerts: watch.readWatchAlerts,
  keys,
  createKey,
  revokeKey,
  health,
  openSession,
  metrics: prometheus,
  addressKinds,
  status,
  storage,
  setStorage,
  compactStorage,
  setService,
  setSource,
  testSource,
  setArchive,
  testArchive,
  setOffChain,
  connections,
  requests,
  openapi,
  asyncapi,
  docs,
}
