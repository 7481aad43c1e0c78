import type { EarlyRecord, LifeLines, MoneyPath, NeighbourList, WalletRecord, WhyRecord } from '../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters } from '../../src-shared/contract/records/local.ts'
import type { Findings } from '../detectors/findings.ts'
import { earlyRecord } from '../records/early-evidence.ts'
import { explainedClusters } from '../records/explained-clusters.ts'
import { lifeLines } from '../records/life-lines.ts'
import { neighbourList } from '../records/neighbours.ts'
import { moneyPath } from '../records/path.ts'
import { walletRecord } from '../records/wallet.ts'
import { whyRecord } from '../records/why.ts'

/** Queries of a token's findings beyond its records, each with its parameters and its answer. */
export interface Queries {
  readonly clusters: { readonly params: Readonly<Record<never, never>>; readonly answer: ExplainedClusters }
  readonly why: { readonly params: { readonly a: string; readonly b: string }; readonly answer: WhyRecord }
  readonly path: { readonly params: { readonly a: string; readonly b: string }; readonly answer: MoneyPath }
  readonly wallet: { readonly params: { readonly wallet: string }; readonly answer: WalletRecord }
  readonly neighbours: { readonly params: { readonly wallet: string; readonly limit: number }; readonly answer: NeighbourList }
  readonly lifeLines: { readonly params: { readonly wallets: readonly string[] }; readonly answer: LifeLines }
  readonly early: { readonly params: Readonly<Record<never, never>>; readonly answer: EarlyRecord }
}
export type QueryName = keyof Queries

/** A query with its parameters, as it is sent to the worker. */
export type Query = { readonly [N in QueryName]: { readonly name: N; readonly params: Queries[N]['params'] } }[QueryName]

const ANSWERS: { readonly [N in QueryName]: (findings: Findings, params: Queries[N]['params']) => Queries[N]['answer'] } = {
  clusters: (findings) => explainedClusters(findings),
  why: whyRecord,
  path: moneyPath,
  wallet: walletRecord,
  neighbours: neighbourList,
  lifeLines,
  early: earlyRecord,
}

export function answerQuery(findings: Findings, query: Query): Queries[QueryName]['answer'] {
  const answer = ANSWERS[query.name] as (found: Findings, params: Query['params']) => Queries[QueryName]['answer']
  return answer(findings, query.params)
}
