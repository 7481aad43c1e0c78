import type { ExplainedClusters, HolderPage, LocalDistribution, OverlapRecord } from '../../src-shared/contract/records/local.ts'
import type {
  BundlerRecord,
  ClusterRecord,
  DistributionRecord,
  InsiderRecord,
  OverviewRecord,
  SniperRecord,
} from '../../src-shared/contract/records/metrics.ts'
import type { DexMetricsData } from '../../src-shared/contract/streams.ts'

/** All records computed from one revision of a token's stored facts. */
export interface TokenRecords {
  readonly overview: OverviewRecord
  readonly distribution: DistributionRecord
  readonly clusters: ClusterRecord
  readonly snipers: SniperRecord
  readonly bundlers: BundlerRecord
  readonly insiders: InsiderRecord
  /** The overview, with the figures that the public record lacks on some networks. */
  readonly localOverview: OverviewRecord
  readonly localClusters: ExplainedClusters
  readonly localDistribution: LocalDistribution
  readonly localOverlap: OverlapRecord
  readonly localHolders: HolderPage
  readonly dexMetrics: DexMetricsData
}
export type RecordName = keyof TokenRecords
/** Records made by every recomputation. The others, such as lists of every holder, are made on request. */
export type StreamedName = Exclude<RecordName, `local${string}`>

export const isLocalRecord = (name: RecordName): boolean => name.startsWith('local')

/** Streams that show a token's records (docs/api/streams.md#streams). */
export const RECORD_STREAMS = ['dex_metrics', 'clusters', 'insiders', 'bundlers', 'snipers'] as const
export type RecordStream = (typeof RECORD_STREAMS)[number]

export function isRecordStream(stream: string): stream is RecordStream {
  return (RECORD_STREAMS as readonly string[]).includes(stream)
}
