import { useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { clustersOfSelection, groupSelected, hideSelected, pinSelected } from '../interaction/actions.ts'
import { highlightOf } from '../elements/highlight.ts'
import { useStage } from '../stage.ts'
import { groupClustersOf, hideWallets, releasePins, useGraphView } from '../view-store.ts'

/** What can be done to wallets in the picture: hide, draw as one, hold in place. */
export function WalletsMenu() {
  const stage = useStage()
  const selection = useSelection((state) => state)
  const pinned = useGraphView((view) => view.pinned)
  const highlight = highlightOf(selection, stage.shown)
  const none = highlight === null || selection.link !== null
  const clusters = clustersOfSelection(stage)
  const isFolded = clusters.some(({ members }) => members.some((member) => stage.elements.groupOf.has(member)))
  const chosen = highlight === null ? [] : [...(highlight.cluster === null ? highlight.ringed : highlight.nodes)]
  const allPinned = chosen.length > 0 && chosen.every((id) => pinned.has(id))
  const others = (): string[] => stage.shown.nodes.flatMap((node) => (highlight === null || highlight.nodes.has(node.id) ? [] : [node.id]))
  const items: MenuItem[] = [
    { id: 'hide', label: 'Hide selected', hint: 'H', disabled: none, onSelect: () => hideSelected(stage) },
    { id: 'others', label: 'Hide all others', disabled: none, onSelect: () => hideWallets(others()) },
    {
      id: 'group',
      label: isFolded ? 'Expand the cluster' : clusters.length > 1 ? 'Draw each cluster as one' : 'Draw the cluster as one',
      hint: 'X',
      disabled: clusters.length === 0,
      onSelect: () => groupSelected(stage),
    },
    {
      id: 'group-all',
      label: 'Draw every cluster as one',
      disabled: stage.whole.clusters.length === 0,
      onSelect: () => groupClustersOf(stage.whole.clusters.flatMap(({ members }) => members[0] ?? [])),
    },
    { id: 'pin', label: allPinned ? 'Let go of selected' : 'Pin selected', hint: 'P', disabled: none, onSelect: () => pinSelected(stage) },
    { id: 'unpin', label: `Let go of all pinned (${pinned.size})`, disabled: pinned.size === 0, onSelect: releasePins },
  ]
  return <Menu label="Wallets in the picture" trigger={<Button kind="quiet">Wallets</Button>} items={items} />
}
