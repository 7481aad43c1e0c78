import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { KnownLabel, StatedClusters } from '../detectors/facts.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'

/** Clusters and labels from the snapshot that a token's facts were imported from. */
export interface StatedSnapshot {
  readonly clusters: StatedClusters
  readonly labels: ReadonlyMap<string, Pick<KnownLabel, 'name' | 'tags'>>
}

/** Null for a token whose clusters the rules decide. */
export function statedSnapshot(reads: StoreReads, token: StoredToken): StatedSnapshot | null {
  if (token.clustersFrom !== 'snapshot') return null
  const stored = reads.snapshot({ token, timestamp: token.asOf })
  if (stored === null) return null
  const { nodes } = JSON.parse(Buffer.from(stored.json).toString('utf8')) as SnapshotRecord
  const clustered = nodes.flatMap(({ address, cluster }) => (cluster === null ? [] : [{ address, cluster }]))
  const clusters = [...Map.groupBy(clustered, ({ cluster }) => cluster)].map(([id, rows]) => ({ id, nodes: rows.map(({ address }) => address) }))
  return { clusters, labels: new Map(nodes.map(({ address, label, tags }) => [address, { name: label, tags }])) }
}

/** The stored labels, overridden by those of the snapshot. The link policy of an address stays as stored. */
export function withStatedLabels(stored: ReadonlyMap<string, KnownLabel>, stated: StatedSnapshot): ReadonlyMap<string, KnownLabel> {
  const policy = (address: string): LinkPolicy => stored.get(address)?.linkPolicy ?? 'own'
  return new Map([...stored, ...[...stated.labels].map(([address, label]) => [address, { ...label, linkPolicy: policy(address) }] as const)])
}
