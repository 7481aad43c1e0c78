import { create } from 'zustand'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { memoizeRecent } from '../../ui/memoize-recent.ts'
import { buildElements, type AddedWallet } from './build-elements.ts'
import type { GraphElements } from './elements.ts'
import { shownElements, type Filter } from './filter.ts'
import { groupClusters } from './group-clusters.ts'

/** Elements of a snapshot, with and without the explanation of its clusters, cached for as long as the snapshot exists. */
const plain = new WeakMap<SnapshotRecord, GraphElements>()
const explained = new WeakMap<ExplainedClusters, WeakMap<SnapshotRecord, GraphElements>>()

/** Like `buildElements`, but returns the same object for the same snapshot unless wallets are added. */
export function elementsOf(snapshot: SnapshotRecord, clusters: ExplainedClusters | null, added?: ReadonlyMap<string, AddedWallet>): GraphElements {
  if (added !== undefined) return buildElements(snapshot, clusters, added)
  const cache = clusters === null ? plain : (explained.get(clusters) ?? new WeakMap<SnapshotRecord, GraphElements>())
  if (clusters !== null) explained.set(clusters, cache)
  const elements = cache.get(snapshot) ?? buildElements(snapshot, clusters)
  cache.set(snapshot, elements)
  return elements
}

/** Loaded snapshots next to the open one: a list for each direction of the slider, nearest first, with the likelier direction first. */
export const useNeighbours = create<{ readonly ways: readonly (readonly SnapshotRecord[])[] }>(() => ({ ways: [] }))
export const setNeighbours = (ways: readonly (readonly SnapshotRecord[])[]): void => useNeighbours.setState({ ways })

/** Like `groupClusters` and `shownElements`, memoized for neighbouring snapshots. */
export const groupElements = memoizeRecent(groupClusters)
export const filterElements = memoizeRecent((elements: GraphElements, off: Filter['off'], hidden: Filter['hidden']) =>
  shownElements(elements, { off, hidden }),
)
