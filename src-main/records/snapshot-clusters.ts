import type { ClusterRecord } from '../../src-shared/contract/records/metrics.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { sumPercent } from '../../src-shared/domain/amount.ts'
import { countsInCluster } from '../../src-shared/domain/labels.ts'
import { byPercentage, inherit } from './measures.ts'

/** By cluster id. Nodes outside clusters are left out. */
export function nodesByCluster(nodes: SnapshotRecord['nodes']): Map<number, SnapshotRecord['nodes']> {
  const clustered = nodes.filter(({ cluster }) => cluster !== null)
  return Map.groupBy(clustered, ({ cluster }) => cluster ?? 0)
}

/** The clusters as stored in a snapshot, largest first, ties by id. */
export function clustersOfSnapshot({ nodes }: SnapshotRecord): ClusterRecord {
  const clusters = [...nodesByCluster(nodes)]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => {
      const counted = members.filter(countsInCluster)
      const cluster_addresses = members.map(({ address, balance, percentage, tags }) => ({ address, balance, percentage, tags })).sort(byPercentage)
      return { pct: sumPercent(counted.map(({ percentage }) => percentage)), tags: inherit(members.map(({ tags }) => tags)), cluster_addresses }
    })
    .sort((x, y) => y.pct - x.pct)
  return { total_cluster_pct: sumPercent(clusters.map(({ pct }) => pct)), clusters }
}
