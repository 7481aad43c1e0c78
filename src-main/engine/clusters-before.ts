import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { ClustersBefore } from '../detectors/facts.ts'
import type { StoreReads } from '../store/interface.ts'

/** The clusters of the newest snapshot and the first unused cluster id. No clusters and 0 for a token without snapshots. */
export function clustersBefore(reads: StoreReads, token: TokenKey): ClustersBefore {
  const stored = reads.snapshot({ token, timestamp: null })
  const members = new Map<number, string[]>()
  const { nodes } = stored === null ? { nodes: [] } : (JSON.parse(Buffer.from(stored.json).toString('utf8')) as SnapshotRecord)
  for (const { address, cluster } of nodes) {
    if (cluster === null) continue
    const known = members.get(cluster)
    if (known === undefined) members.set(cluster, [address])
    else known.push(address)
  }
  return { clusters: [...members].map(([id, addresses]) => ({ id, members: addresses })), nextId: reads.nextClusterId(token) }
}
