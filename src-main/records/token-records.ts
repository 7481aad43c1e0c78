import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterRecord } from './clusters.ts'
import { distributionRecord, localDistributionRecord, population, type DistributionPoint } from './distribution.ts'
import { bundlerRecord, insiderRecord, sniperRecord } from './early.ts'
import { explainedClusters } from './explained-clusters.ts'
import { holderRecord } from './holders.ts'
import { overlapRecord } from './overlap.ts'
import { dexMetricsRecord, localOverviewRecord, overviewRecord } from './overview.ts'

/**
 * All records of a token from one set of findings, each computed lazily and once.
 *
 * @param series distribution of stored snapshots, oldest first
 * @param firstRead of the token; null if it was read whole, or came in a file
 */
export function tokenRecords(findings: Findings, series: () => readonly DistributionPoint[], firstRead: FirstRead | null) {
  const clusters = once(() => clusterRecord(findings))
  const counted = once(() => population(findings))
  const distribution = once(() => distributionRecord(findings, counted()))
  const snipers = once(() => sniperRecord(findings))
  const bundlers = once(() => bundlerRecord(findings))
  const insiders = once(() => insiderRecord(findings))
  const localOverview = once(() =>
    localOverviewRecord(findings, {
      clusters: clusters(),
      distribution: distribution(),
      snipers: snipers(),
      bundlers: bundlers(),
      insiders: insiders(),
    }),
  )
  const overview = once(() => overviewRecord(findings, localOverview()))
  return {
    get clusters() {
      return clusters()
    },
    get distribution() {
      return distribution()
    },
    get snipers() {
      return snipers()
    },
    get bundlers() {
      return bundlers()
    },
    get insiders() {
      return insiders()
    },
    get overview() {
      return overview()
    },
    get localOverview() {
      return localOverview()
    },
    get localClusters() {
      return explainedClusters(findings, clusters())
    },
    get localDistribution() {
      return localDistributionRecord(findings, { population: counted(), distribution: distribution() }, series(), firstRead)
    },
    get localOverlap() {
      return overlapRecord(findings)
    },
    get localHolders() {
      return holderRecord(findings)
    },
    get dexMetrics() {
      return dexMetricsRecord(findings, overview(), distribution())
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
