import type { ClusterRecord } from '../../src-shared/contract/records/metrics.ts'
import type { Cluster } from '../detectors/clusters/detect.ts'
import type { Findings } from '../detectors/findings.ts'
import { byPercentage, inherit, measures, sumPercent } from './measures.ts'

/** Clusters as interface.md shows them, largest first; connectors are listed with percentage 0 and their tags. */
export function clusterRecord(findings: Findings): ClusterRecord {
  const { percent, holding } = measures(findings)
  const clusters = findings.clusters.clusters.map((cluster) => {
    const members = cluster.members.map((address) => ({ ...holding(address), tags: [...findings.labels.tags(address)] }))
    const connectors = connectorRows(cluster, findings)
    const cluster_addresses = [...members, ...connectors].sort(byPercentage)
    return { pct: percent(cluster.raw), tags: inherit(cluster_addresses.map(({ tags }) => tags)), cluster_addresses }
  })
  return { total_cluster_pct: sumPercent(clusters.map(({ pct }) => pct)), clusters }
}

/** What a connector holds, if anything, is not the cluster's: `pct` sums members only, so it is shown as zero. */
export function connectorRows({ connectors }: Cluster, { labels }: Findings) {
  return connectors.map((address) => ({ address, balance: 0, percentage: 0, tags: [...labels.tags(address)] }))
}
