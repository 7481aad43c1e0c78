import type { EarlyRecord, LifeLines, MoneyPath, NeighbourList, WalletRecord, WhyRecord } from '../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters } from '../../src-shared/contract/records/local.ts'
import type { CurrentState } from '../../src-shared/contract/records/current-state.ts'
import type { WalletInToken } from '../../src-shared/contract/records/wallets.ts'
import type { ActiveRule } from '../../src-shared/domain/watch-moment.ts'
import type { Findings } from '../detectors/findings.ts'
import { earlyRecord } from '../records/early-evidence.ts'
import { lifeLines } from '../records/life-lines.ts'
import { neighbourList } from '../records/neighbours.ts'
import { moneyPath } from '../records/path.ts'
import { walletRecord } from '../records/wallet.ts'
import { walletInToken } from '../records/wallet-in-token.ts'
import { whyRecord } from '../records/why.ts'
import { statePart } from './current-state.ts'
import type { QuerySource, RuleTest, WatchAnswer } from './query-source.ts'
import { evaluateWatch, testRule } from './watch.ts'

interface Since {
  readonly since: string | undefined
}

/** Queries of a token's findings beyond its records, each with its parameters and its answer. */
export interface Queries {
  readonly currentSnapshot: { readonly params: Since; readonly answer: CurrentState<'snapshot'> }
  readonly currentHolders: { readonly params: Since; readonly answer: CurrentState<'holders'> }
  readonly currentClusters: { readonly params: Since; readonly answer: CurrentState<'clusters'> }
  readonly clusters: { readonly params: Readonly<Record<never, never>>; readonly answer: ExplainedClusters }
  readonly clusterTotals: {
    readonly params: Readonly<Record<never, never>>
    readonly answer: { readonly clusters: number; readonly total_cluster_pct: number }
  }
  /** One of them by its id; null if there is none. */
  readonly cluster: { readonly params: { readonly id: number }; readonly answer: ExplainedClusters['clusters'][number] | null }
  readonly why: { readonly params: { readonly a: string; readonly b: string }; readonly answer: WhyRecord }
  readonly path: { readonly params: { readonly a: string; readonly b: string }; readonly answer: MoneyPath }
  readonly wallet: { readonly params: { readonly wallet: string }; readonly answer: WalletRecord }
  readonly walletInToken: { readonly params: { readonly wallet: string }; readonly answer: WalletInToken }
  readonly neighbours: { readonly params: { readonly wallet: string; readonly limit: number }; readonly answer: NeighbourList }
  readonly lifeLines: { readonly params: { readonly wallets: readonly string[] }; readonly answer: LifeLines }
  readonly early: { readonly params: Readonly<Record<never, never>>; readonly answer: EarlyRecord }
  /** The token's current moment for the watch rules, null if its block is unknown, and what the rules report since the stored moment. */
  readonly watch: { readonly params: { readonly rules: readonly ActiveRule[] }; readonly answer: WatchAnswer }
  /** The alerts that a rule would have reported since a time in Unix seconds, and the number of snapshots behind them. */
  readonly watchTest: { readonly params: { readonly rule: ActiveRule; readonly from: number }; readonly answer: RuleTest }
}
export type QueryName = keyof Queries

/** A query with its parameters, as sent to the worker. */
export type Query = { readonly [N in QueryName]: { readonly name: N; readonly params: Queries[N]['params'] } }[QueryName]

const ANSWERS: { readonly [N in QueryName]: (findings: Findings, params: Queries[N]['params'], source: QuerySource) => Queries[N]['answer'] } = {
  currentSnapshot: (_findings, { since }, source) => statePart('snapshot', since, source),
  currentHolders: (_findings, { since }, source) => statePart('holders', since, source),
  currentClusters: (_findings, { since }, source) => statePart('clusters', since, source),
  clusters: (_findings, _params, { records }) => records.localClusters,
  clusterTotals: (_findings, _params, { records: { clusters } }) => ({
    clusters: clusters.clusters.length,
    total_cluster_pct: clusters.total_cluster_pct,
  }),
  cluster: (_findings, { id }, { records }) => records.localClusters.clusters.find((cluster) => cluster.id === id) ?? null,
  why: whyRecord,
  path: moneyPath,
  wallet: walletRecord,
  walletInToken,
  neighbours: neighbourList,
  lifeLines,
  early: earlyRecord,
  watch: evaluateWatch,
  watchTest: testRule,
}

export function answerQuery(query: Query, source: QuerySource): Queries[QueryName]['answer'] {
  const answer = ANSWERS[query.name] as (found: Findings, params: Query['params'], from: QuerySource) => Queries[QueryName]['answer']
  return answer(source.findings, query.params, source)
}
