import { create } from 'zustand'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { memoizeRecent } from '../../ui/memoize-recent.ts'
import { buildElements, type AddedWallet } from './build-elements.ts'
import type { GraphElements } from './elements.ts'
import { shownElements, type Filter } from './filter.ts'
import { groupClusters } from './group-clusters.ts'

/** Elements of a snapshot without and with the explanation of its clusters, cached as long as the snapshot itself. */
const plain = new WeakMap<SnapshotRecord, GraphElements>()
const explained = new WeakMap<ExplainedClusters, WeakMap<SnapshotRecord, GraphElements>>()

/** As `buildElements`; the same object again for the same snapshot unless wallets are added to it. */
export function elementsOf(snapshot: SnapshotRecord, clusters: ExplainedClusters | null, added?: ReadonlyMap<string, AddedWallet>): GraphElements {
  if (added !== undefined) return buildElements(snapshot, clusters, added)
  const cache = clusters === null ? plain : (explained.get(clusters) ?? new WeakMap<SnapshotRecord, GraphElements>())
  if (clusters !== null) explained.set(clusters, cache)
  const elements = cache.get(snapshot) ?? buildElements(snapshot, clusters)
  cache.set(snapshot, elements)
  return elements
}

/** Snapshots next to the open one that are loaded: for each direction of the slider the nearest first, the likelier direction first. */
export const useNeighbours = create<{ readonly ways: readonly (readonly SnapshotRecord[])[] }>(() => ({ ways: [] }))
export const setNeighbours = (ways: readonly (readonly SnapshotRecord[])[]): void => useNeighbours.setState({ ways })

/** As `groupClusters` and `shownElements`, memoized for neighbouring snapshots. */
export const groupElements = memoizeRecent(groupClusters)
export const filterElements = memoizeRecent((elements: GraphElements, off: Filter['off'], hidden: Filter['hidden']) =>
  shownElements(elements, { off, hidden }),
)
