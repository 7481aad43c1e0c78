import type { LinkPolicy } from '../../src-shared/domain/labels.ts'
import type { KnownLabel, StatedClusters } from '../detectors/facts.ts'
import { nodesByCluster } from '../records/snapshot-clusters.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'
import { readSnapshot } from './read-snapshot.ts'

/** Clusters and labels from the snapshot that a token's facts were imported from. */
export interface StatedSnapshot {
  readonly clusters: StatedClusters
  readonly labels: ReadonlyMap<string, Pick<KnownLabel, 'name' | 'tags'>>
}

/** Null for a token whose clusters the rules decide. */
export function statedSnapshot(reads: StoreReads, token: StoredToken): StatedSnapshot | null {
  if (token.clustersFrom !== 'snapshot') return null
  const snapshot = readSnapshot(reads, token, token.asOf)
  if (snapshot === null) return null
  const { nodes } = snapshot
  const clusters = [...nodesByCluster(nodes)].map(([id, rows]) => ({ id, nodes: rows.map(({ address }) => address) }))
  return { clusters, labels: new Map(nodes.map(({ address, label, tags }) => [address, { name: label, tags }])) }
}

/** The stored labels, overridden by those of the snapshot. The link policy of an address stays as stored. */
export function withStatedLabels(stored: ReadonlyMap<string, KnownLabel>, stated: StatedSnapshot): ReadonlyMap<string, KnownLabel> {
  const policy = (address: string): LinkPolicy => stored.get(address)?.linkPolicy ?? 'own'
  return new Map([...stored, ...[...stated.labels].map(([address, label]) => [address, { ...label, linkPolicy: policy(address) }] as const)])
}
