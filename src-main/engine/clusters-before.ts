import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { ClustersBefore } from '../detectors/facts.ts'
import { nodesByCluster } from '../records/snapshot-clusters.ts'
import type { StoreReads } from '../store/interface.ts'
import { readSnapshot } from './read-snapshot.ts'

/** The clusters of the newest snapshot and the first unused cluster id. No clusters and 0 for a token without snapshots. */
export function clustersBefore(reads: StoreReads, token: TokenKey): ClustersBefore {
  const { nodes } = readSnapshot(reads, token, null) ?? { nodes: [] }
  const clusters = [...nodesByCluster(nodes)].map(([id, rows]) => ({ id, members: rows.map(({ address }) => address) }))
  return { clusters, nextId: reads.nextClusterId(token) }
}
