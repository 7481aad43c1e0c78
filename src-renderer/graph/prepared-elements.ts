import { create } from 'zustand'
import type { ExplainedClusters, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { buildElements, type AddedWallet } from './build-elements.ts'
import type { GraphElements } from './elements.ts'
import { groupClusters } from './group-clusters.ts'
import { lately } from './lately.ts'
import { shownElements, type Filter } from './legend.ts'

/** Pictures of snapshots as they stand, for as long as the snapshots themselves are kept. */
const prepared = new WeakMap<SnapshotRecord, GraphElements>()

/** Makes what a step of the slider to this snapshot will need. */
export function prepareElements(snapshot: SnapshotRecord): void {
  if (!prepared.has(snapshot)) prepared.set(snapshot, buildElements(snapshot, null))
}

/** The snapshots one step of the slider away, as far as they are here: at most one either way. */
export const useNeighbours = create<{ readonly snapshots: readonly SnapshotRecord[] }>(() => ({ snapshots: [] }))
export const setNeighbours = (snapshots: readonly SnapshotRecord[]): void => useNeighbours.setState({ snapshots })

/** As `buildElements`, from what was made ahead where nothing is added to the snapshot. */
export function elementsOf(
  snapshot: SnapshotRecord,
  clusters: ExplainedClusters | null,
  added: ReadonlyMap<string, AddedWallet> | undefined,
): GraphElements {
  const known = clusters === null && (added === undefined || added.size === 0) ? prepared.get(snapshot) : undefined
  return known ?? buildElements(snapshot, clusters, added)
}

/** As `groupClusters` and `shownElements`: the same picture again for what was asked ahead. */
export const grouping = lately(groupClusters)
export const filtered = lately((elements: GraphElements, off: Filter['off'], hidden: Filter['hidden']) => shownElements(elements, { off, hidden }))
