import { selectCluster, useSelection } from '../../stores/selection.ts'
import { computeHighlight } from '../elements/highlight.ts'
import type { Stage } from '../stage.ts'
import { collapseClusters, hideWallets, pin, expandClusters, unpin, useGraphView } from '../view-store.ts'

/** Actions on the selection, used by menus and keys. */

export function hideSelected(stage: Stage): void {
  const highlight = computeHighlight(useSelection.getState(), stage.shown)
  if (highlight !== null) hideWallets(highlight.cluster === null ? highlight.ringed : highlight.nodes)
}

/** Draws each cluster of the selection as one node, or expands the clusters that already are. */
export function toggleCollapseSelected(stage: Stage): void {
  const clusters = selectedClusters(stage)
  const collapsed = clusters.filter(({ members }) => members.some((member) => stage.elements.groupOf.has(member)))
  if (collapsed.length > 0) expandClusters(collapsed.flatMap(({ members }) => members))
  else collapseClusters(clusters.flatMap(({ members }) => members[0] ?? []))
  const [only, ...others] = clusters
  if (only !== undefined && others.length === 0) selectCluster(only.id)
}

/** The selected clusters, or the clusters of the selected wallets, with all their members. */
export function selectedClusters({ whole }: Pick<Stage, 'whole'>): Stage['whole']['clusters'] {
  const { cluster, wallets } = useSelection.getState()
  const wanted = new Set(wallets.flatMap((wallet) => whole.nodeById.get(wallet)?.cluster ?? []))
  return whole.clusters.filter(({ id, members }) => (id === cluster || wanted.has(id)) && members.length > 1)
}

/** Pins the selected wallets, or unpins them if all are pinned. */
export function togglePinSelected(stage: Stage): void {
  const highlight = computeHighlight(useSelection.getState(), stage.shown)
  if (highlight === null) return
  const chosen = highlight.cluster === null ? highlight.ringed : highlight.nodes
  const { pinned } = useGraphView.getState()
  if ([...chosen].every((id) => pinned.has(id))) unpin(chosen)
  else pin(...chosen)
}
