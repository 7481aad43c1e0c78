import type { UnknownList } from '../records/completeness.ts'
import type { QueryName } from './queries.ts'
import type { RecordName, RecordStream } from './token-records.ts'

/** Fields of records and streams that depend on a list of wallets. */

type FieldsByList = Readonly<Partial<Record<UnknownList, readonly string[]>>>

const SHARES: FieldsByList = {
  clusters: ['cluster_pct'],
  snipers: ['snipers_pct'],
  bundlers: ['bundlers_pct'],
  insiders: ['insiders_pct'],
  dev: ['dev_pct'],
  top10: ['top10_pct'],
}

const MEASURES: FieldsByList = { distribution: ['gini', 'hhi', 'nakamoto'], nakamoto: ['nakamoto'] }
const DISTRIBUTION: FieldsByList = { ...MEASURES, top10: ['top_10_holder_concentration'] }
const METRICS: FieldsByList = { ...SHARES, ...MEASURES, top10: ['top10_pct', 'top_10_holder_concentration'] }

const CLUSTERS: FieldsByList = { clusters: ['total_cluster_pct', 'clusters'] }
/** A wallet of an unknown list is in another group, or in none. */
const OVERLAP: FieldsByList = Object.fromEntries(
  (['clusters', 'snipers', 'bundlers', 'insiders', 'dev'] as const).map((list) => [list, ['groups', 'union_pct']]),
)

const RECORD_FIELDS: Readonly<Partial<Record<RecordName, FieldsByList>>> = {
  overview: SHARES,
  localOverview: SHARES,
  dexMetrics: METRICS,
  distribution: DISTRIBUTION,
  localDistribution: DISTRIBUTION,
  clusters: CLUSTERS,
  localClusters: CLUSTERS,
  localOverlap: OVERLAP,
  snipers: { snipers: ['total_sniper_pct', 'count', 'snipers'] },
  bundlers: { bundlers: ['total_bundlers_pct', 'bundlers'] },
  insiders: { insiders: ['total_insiders_pct', 'insiders'] },
}

const STREAM_FIELDS: Readonly<Record<RecordStream, FieldsByList>> = {
  dex_metrics: METRICS,
  clusters: CLUSTERS,
  snipers: { snipers: ['snipers_pct'] },
  bundlers: { bundlers: ['bundlers_pct'] },
  insiders: { insiders: ['insiders_pct'], dev: ['dev_pct'] },
}

const QUERY_FIELDS: Readonly<Partial<Record<QueryName, FieldsByList>>> = { currentClusters: CLUSTERS }

const fieldsOf = (fields: FieldsByList | undefined, unknown: readonly UnknownList[]): string[] => [
  ...new Set(unknown.flatMap((list) => fields?.[list] ?? [])),
]

export const unknownFields = (name: RecordName, unknown: readonly UnknownList[]): string[] => fieldsOf(RECORD_FIELDS[name], unknown)

export const unknownQueryFields = (name: QueryName, unknown: readonly UnknownList[]): string[] => fieldsOf(QUERY_FIELDS[name], unknown)

export const unknownStreamFields = (stream: RecordStream, unknown: readonly UnknownList[]): string[] => fieldsOf(STREAM_FIELDS[stream], unknown)
