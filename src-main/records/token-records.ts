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
import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterRecord } from './clusters.ts'
import { distributionRecord, localDistributionRecord, type DistributionPoint } from './distribution.ts'
import { bundlerRecord, insiderRecord, sniperRecord } from './early.ts'
import { explainedClusters } from './explained-clusters.ts'
import { holderRecord } from './holders.ts'
import { overlapRecord } from './overlap.ts'
import { dexMetricsRecord, localOverviewRecord, overviewRecord } from './overview.ts'
import { population, type Population } from './population.ts'

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

/**
 * Each record is computed on first use and kept.
 *
 * @param series distribution of stored snapshots, oldest first
 * @param firstRead of the token; null if it was read whole, or came in a file
 */
export function tokenRecords(findings: Findings, series: () => readonly DistributionPoint[], firstRead: FirstRead | null): TokenRecords {
  const records: TokenRecords & { readonly population: Population } = lazily({
    population: () => population(findings),
    clusters: () => clusterRecord(findings),
    distribution: () => distributionRecord(findings, records.population),
    snipers: () => sniperRecord(findings),
    bundlers: () => bundlerRecord(findings),
    insiders: () => insiderRecord(findings),
    localOverview: () => localOverviewRecord(findings, records),
    overview: () => overviewRecord(findings, records.localOverview),
    localClusters: () => explainedClusters(findings, records.clusters),
    localDistribution: () => localDistributionRecord(findings, records, series(), firstRead),
    localOverlap: () => overlapRecord(findings),
    localHolders: () => holderRecord(findings),
    dexMetrics: () => dexMetricsRecord(findings, records.overview, records.distribution),
  })
  return records
}

/** An object whose values are computed on first use. */
function lazily<T extends object>(compute: { readonly [K in keyof T]: () => T[K] }): T {
  const values = {} as T
  for (const key of Object.keys(compute) as (keyof T)[])
    Object.defineProperty(values, key, {
      configurable: true,
      get() {
        const value = compute[key]()
        Object.defineProperty(values, key, { value })
        return value
      },
    })
  return values
}
