import { useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { selectedClusters, toggleCollapseSelected, hideSelected, togglePinSelected } from '../interaction/actions.ts'
import { computeHighlight } from '../elements/highlight.ts'
import { useStage } from '../stage.ts'
import { collapseClusters, hideWallets, unpinAll, useGraphView } from '../view-store.ts'

/** Actions on the wallets of the graph: hide, draw as one node, pin. */
export function WalletsMenu() {
  const stage = useStage()
  const selection = useSelection((state) => state)
  const pinned = useGraphView((view) => view.pinned)
  const highlight = computeHighlight(selection, stage.shown)
  const none = highlight === null || selection.link !== null
  const clusters = selectedClusters(stage)
  const isCollapsed = clusters.some(({ members }) => members.some((member) => stage.elements.groupOf.has(member)))
  const chosen = highlight === null ? [] : [...(highlight.cluster === null ? highlight.ringed : highlight.nodes)]
  const allPinned = chosen.length > 0 && chosen.every((id) => pinned.has(id))
  const others = (): string[] => stage.shown.nodes.flatMap((node) => (highlight === null || highlight.nodes.has(node.id) ? [] : [node.id]))
  const items: MenuItem[] = [
    { id: 'hide', label: 'Hide selected', hint: 'H', disabled: none, onSelect: () => hideSelected(stage) },
    { id: 'others', label: 'Hide all others', disabled: none, onSelect: () => hideWallets(others()) },
    {
      id: 'group',
      label: isCollapsed ? 'Expand the cluster' : clusters.length > 1 ? 'Draw each cluster as one' : 'Draw the cluster as one',
      hint: 'X',
      disabled: clusters.length === 0,
      onSelect: () => toggleCollapseSelected(stage),
    },
    {
      id: 'group-all',
      label: 'Draw every cluster as one',
      disabled: stage.whole.clusters.length === 0,
      onSelect: () => collapseClusters(stage.whole.clusters.flatMap(({ members }) => members[0] ?? [])),
    },
    { id: 'pin', label: allPinned ? 'Unpin selected' : 'Pin selected', hint: 'P', disabled: none, onSelect: () => togglePinSelected(stage) },
    { id: 'unpin', label: `Unpin all (${pinned.size})`, disabled: pinned.size === 0, onSelect: unpinAll },
  ]
  return <Menu label="Wallets in the graph" trigger={<Button kind="quiet" text="Wallets" />} items={items} />
}
