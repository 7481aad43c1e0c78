import type { Findings } from '../detectors/findings.ts'
import { clusterRecord } from './clusters.ts'
import { distributionRecord, localDistributionRecord, type DistributionPoint } from './distribution.ts'
import { bundlerRecord, insiderRecord, sniperRecord } from './early.ts'
import { explainedClusters } from './explained-clusters.ts'
import { holderRecord } from './holders.ts'
import { overlapRecord } from './overlap.ts'
import { dexMetricsRecord, overviewRecord } from './overview.ts'

/** All records of a token from one set of findings. `series`: distribution of stored snapshots, oldest first. */
export function tokenRecords(findings: Findings, series: readonly DistributionPoint[]) {
  const parts = {
    clusters: clusterRecord(findings),
    distribution: distributionRecord(findings),
    snipers: sniperRecord(findings),
    bundlers: bundlerRecord(findings),
    insiders: insiderRecord(findings),
  }
  const overview = overviewRecord(findings, parts)
  return {
    ...parts,
    overview,
    localClusters: explainedClusters(findings, parts.clusters),
    localDistribution: localDistributionRecord(findings, series),
    localOverlap: overlapRecord(findings),
    localHolders: holderRecord(findings),
    dexMetrics: dexMetricsRecord(findings, overview, parts.distribution),
  }
}
