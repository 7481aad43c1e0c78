import type { UnknownList } from '../records/completeness.ts'
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

const DISTRIBUTION: FieldsByList = { top10: ['top_10_holder_concentration'], distribution: ['gini', 'hhi', 'nakamoto'] }
const METRICS: FieldsByList = { ...SHARES, top10: ['top10_pct', 'top_10_holder_concentration'], distribution: ['gini', 'hhi', 'nakamoto'] }

const CLUSTERS: FieldsByList = { clusters: ['total_cluster_pct', 'clusters'] }

const RECORD_FIELDS: Readonly<Partial<Record<RecordName, FieldsByList>>> = {
  overview: SHARES,
  localOverview: SHARES,
  dexMetrics: METRICS,
  distribution: DISTRIBUTION,
  localDistribution: DISTRIBUTION,
  clusters: CLUSTERS,
  localClusters: CLUSTERS,
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

const fieldsOf = (fields: FieldsByList | undefined, unknown: readonly UnknownList[]): string[] => unknown.flatMap((list) => fields?.[list] ?? [])

export const unknownFields = (name: RecordName, unknown: readonly UnknownList[]): string[] => fieldsOf(RECORD_FIELDS[name], unknown)

export const unknownStreamFields = (stream: RecordStream, unknown: readonly UnknownList[]): string[] => fieldsOf(STREAM_FIELDS[stream], unknown)
