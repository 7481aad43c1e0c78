import { create } from 'zustand'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { buildElements, type AddedWallet } from './build-elements.ts'
import type { GraphElements } from './elements.ts'
import { groupClusters } from './group-clusters.ts'
import { lately } from '../lately.ts'
import { shownElements, type Filter } from './filter.ts'

/** Pictures of snapshots as they stand, for as long as the snapshots themselves are kept. */
const prepared = new WeakMap<SnapshotRecord, GraphElements>()
/** Of each snapshot the picture with the reasons that it was last shown with. */
const explained = new WeakMap<SnapshotRecord, { readonly clusters: ExplainedClusters; readonly elements: GraphElements }>()

/** Makes what a step of the slider to this snapshot will need. */
export function prepareElements(snapshot: SnapshotRecord): GraphElements {
  const known = prepared.get(snapshot)
  if (known !== undefined) return known
  const made = buildElements(snapshot, null)
  prepared.set(snapshot, made)
  return made
}

/** The snapshots that the slider can come to from here, as far as they are read: of each way the nearest first, the likelier way first. */
export const useNeighbours = create<{ readonly ways: readonly (readonly SnapshotRecord[])[] }>(() => ({ ways: [] }))
export const setNeighbours = (ways: readonly (readonly SnapshotRecord[])[]): void => useNeighbours.setState({ ways })

/** As `buildElements`; of a snapshot to which no wallet is added the same ones again. */
export function elementsOf(
  snapshot: SnapshotRecord,
  clusters: ExplainedClusters | null,
  added: ReadonlyMap<string, AddedWallet> | undefined,
): GraphElements {
  if (added !== undefined && added.size > 0) return buildElements(snapshot, clusters, added)
  if (clusters === null) return prepareElements(snapshot)
  const known = explained.get(snapshot)
  if (known?.clusters === clusters) return known.elements
  const elements = buildElements(snapshot, clusters)
  explained.set(snapshot, { clusters, elements })
  return elements
}

/** As `groupClusters` and `shownElements`: the same picture again for what was asked ahead. */
export const grouping = lately(groupClusters)
export const filtered = lately((elements: GraphElements, off: Filter['off'], hidden: Filter['hidden']) => shownElements(elements, { off, hidden }))
