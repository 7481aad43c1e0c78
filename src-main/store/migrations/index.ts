import { names } from './0001-names.ts'
import { tokens } from './0002-tokens.ts'
import { movements } from './0003-movements.ts'
import { trades } from './0004-trades.ts'
import { records } from './0005-records.ts'
import { service } from './0006-service.ts'
import { imports } from './0007-imports.ts'
import { scanHistory } from './0008-scan-history.ts'
import { appendRuns } from './0009-append-runs.ts'
import { walletFacts } from './0010-wallet-facts.ts'
import { creatorSource } from './0011-creator-source.ts'
import { clusterIds } from './0012-cluster-ids.ts'
import { dollarPayments } from './0013-dollar-payments.ts'
import { balanceChanges } from './0014-balance-changes.ts'
import { firstRead } from './0015-first-read.ts'
import { recordedDegrees } from './0016-recorded-degrees.ts'
import { statedClusters } from './0017-stated-clusters.ts'
import { nativeBalances } from './0018-native-balances.ts'
import { fundingProof } from './0019-funding-proof.ts'
import { blockMarks } from './0020-block-marks.ts'
import { endpointLimits } from './0021-endpoint-limits.ts'
import { cases } from './0022-cases.ts'
import { blocksOfRecords } from './0023-blocks-of-records.ts'
import { caseFindings } from './0024-case-findings.ts'
import { coverageSource } from './0025-coverage-source.ts'
import { caseClaims } from './0026-case-claims.ts'
import { caseSearch } from './0027-case-search.ts'
import { watch } from './0028-watch.ts'
import { deletedCases } from './0029-deleted-cases.ts'
import { tradingSwitch } from './0030-trading-switch.ts'
import { tokenRoles } from './0031-token-roles.ts'
import { resolvedPools } from './0032-resolved-pools.ts'
import { traces } from './0033-traces.ts'
import { keptBlocks } from './0034-kept-blocks.ts'
import { tracesInOrder } from './0035-traces-in-order.ts'
import { caseGraphs } from './0036-case-graphs.ts'
import { tradeRuns } from './0037-trade-runs.ts'
import { launchTransactions } from './0038-launch-transactions.ts'
import { controllers } from './0039-controllers.ts'
import { deletions } from './0040-deletions.ts'
import { revertedTrades } from './0041-reverted-trades.ts'
import { tradeAccounts } from './0042-trade-accounts.ts'
import { deployers } from './0043-deployers.ts'
import { deletedPayments } from './0044-deleted-payments.ts'
import { owners } from './0045-owners.ts'
import { ruleOrder } from './0046-rule-order.ts'
import type { Migration } from './migration.ts'

/** All migrations in order: version n is at index n - 1. */
export const MIGRATIONS: readonly Migration[] = [
  names,
  tokens,
  movements,
  trades,
  records,
  service,
  imports,
  scanHistory,
  appendRuns,
  walletFacts,
  creatorSource,
  clusterIds,
  dollarPayments,
  balanceChanges,
  firstRead,
  recordedDegrees,
  statedClusters,
  nativeBalances,
  fundingProof,
  blockMarks,
  endpointLimits,
  cases,
  blocksOfRecords,
  caseFindings,
  coverageSource,
  caseClaims,
  caseSearch,
  watch,
  deletedCases,
  tradingSwitch,
  tokenRoles,
  resolvedPools,
  traces,
  keptBlocks,
  tracesInOrder,
  caseGraphs,
  tradeRuns,
  launchTransactions,
  controllers,
  deletions,
  revertedTrades,
  tradeAccounts,
  deployers,
  deletedPayments,
  owners,
  ruleOrder,
]
