import type { ClusterRecord } from '../../src-shared/contract/records/metrics.ts'
import type { Cluster } from '../detectors/clusters/detect.ts'
import type { Findings } from '../detectors/findings.ts'
import { sumPercent } from '../../src-shared/domain/amount.ts'
import { byPercentage, inherit, measures } from './measures.ts'

/** The clusters record (docs/api/records.md#clusters), largest first. Connectors have percentage 0 and their tags. */
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

/** A connector's balance is shown as zero, since `pct` sums members only. */
export function connectorRows({ connectors }: Cluster, { labels }: Findings) {
  return connectors.map((address) => ({ address, balance: 0, percentage: 0, tags: [...labels.tags(address)] }))
}
