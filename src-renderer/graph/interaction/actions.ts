import { selectCluster, useSelection } from '../../stores/selection.ts'
import { highlightOf } from '../elements/highlight.ts'
import type { Stage } from '../stage.ts'
import { groupClustersOf, hideWallets, pin, ungroup, unpin, useGraphView } from '../view-store.ts'

/** What can be done to the selection in the picture, from a button, a menu or a key. */

export function hideSelected(stage: Stage): void {
  const highlight = highlightOf(useSelection.getState(), stage.shown)
  if (highlight !== null) hideWallets(highlight.cluster === null ? highlight.ringed : highlight.nodes)
}

/** Draws the clusters of the selection as one each; those that are already, wallet by wallet again. */
export function groupSelected(stage: Stage): void {
  const clusters = clustersOfSelection(stage)
  const folded = clusters.filter(({ members }) => members.some((member) => stage.elements.groupOf.has(member)))
  if (folded.length > 0) ungroup(folded.flatMap(({ members }) => members))
  else groupClustersOf(clusters.flatMap(({ members }) => members[0] ?? []))
  const [only, ...others] = clusters
  if (only !== undefined && others.length === 0) selectCluster(only.id)
}

/** Clusters that are selected, or that selected wallets belong to, with all their members. */
export function clustersOfSelection({ whole }: Pick<Stage, 'whole'>): Stage['whole']['clusters'] {
  const { cluster, wallets } = useSelection.getState()
  const wanted = new Set(wallets.flatMap((wallet) => whole.nodeById.get(wallet)?.cluster ?? []))
  return whole.clusters.filter(({ id, members }) => (id === cluster || wanted.has(id)) && members.length > 1)
}

/** Holds the selected wallets where they are, or lets them go when all are held. */
export function pinSelected(stage: Stage): void {
  const highlight = highlightOf(useSelection.getState(), stage.shown)
  if (highlight === null) return
  const chosen = highlight.cluster === null ? highlight.ringed : highlight.nodes
  const { pinned } = useGraphView.getState()
  if ([...chosen].every((id) => pinned.has(id))) unpin(chosen)
  else pin(...chosen)
}
