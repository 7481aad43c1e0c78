import type { ExplainedClusters, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { buildElements, type AddedWallet } from './build-elements.ts'
import type { GraphElements } from './elements.ts'

/** Pictures of snapshots as they stand, for as long as the snapshots themselves are kept. */
const prepared = new WeakMap<SnapshotRecord, GraphElements>()

/** Makes what a step of the slider to this snapshot will need. */
export function prepareElements(snapshot: SnapshotRecord): void {
  if (!prepared.has(snapshot)) prepared.set(snapshot, buildElements(snapshot, null))
}

/** As `buildElements`, from what was made ahead where nothing is added to the snapshot. */
export function elementsOf(
  snapshot: SnapshotRecord,
  clusters: ExplainedClusters | null,
  added: ReadonlyMap<string, AddedWallet> | undefined,
): GraphElements {
  const known = clusters === null && (added === undefined || added.size === 0) ? prepared.get(snapshot) : undefined
  return known ?? buildElements(snapshot, clusters, added)
}
