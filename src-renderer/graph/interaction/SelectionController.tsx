import type { EventObject } from 'cytoscape'
import { useEffect } from 'react'
import { clearSelection, selectCluster, selectLink, selectWallets, toggleWallet } from '../../stores/selection.ts'
import { linkKeyOf } from '../elements/link-key.ts'
import { choose } from './selection-origin.ts'
import { clusterAt, linkAt } from './hit-test.ts'
import { useStage } from '../stage.ts'
import { useLatest } from './use-latest.ts'
import { ungroup } from '../view-store.ts'

/** Clicks: wallet, link, the ground of a cluster; empty ground clears. Double-click on a wallet takes its whole cluster; on a cluster drawn as one it expands it. */
export function SelectionController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    const isAdding = (event: EventObject): boolean => event.originalEvent instanceof MouseEvent && event.originalEvent.shiftKey
    const tapNode = (event: EventObject): void => {
      const id = String(event.target.id())
      const node = latest.current.elements.nodeById.get(id)
      if (node?.kind === 'group') return choose(() => selectCluster(node.cluster))
      choose(() => (isAdding(event) ? toggleWallet(id) : selectWallets([id])))
    }
    const tapGround = (event: EventObject): void => {
      if (event.target !== cy || isAdding(event)) return
      const link = linkAt(latest.current, event.position)
      if (link !== null) return choose(() => selectLink(linkKeyOf(link.record)))
      const cluster = clusterAt(latest.current, event.position)
      choose(() => (cluster === null ? clearSelection() : selectCluster(cluster)))
    }
    const takeCluster = (event: EventObject): void => {
      const node = latest.current.elements.nodeById.get(String(event.target.id()))
      if (node?.kind === 'group') return ungroup(node.members)
      const cluster = node?.cluster
      if (cluster !== null && cluster !== undefined) choose(() => selectCluster(cluster))
    }
    cy.on('tap', 'node', tapNode)
    cy.on('tap', tapGround)
    cy.on('dbltap', 'node', takeCluster)
    return () => {
      cy.off('tap', 'node', tapNode)
      cy.off('tap', tapGround)
      cy.off('dbltap', 'node', takeCluster)
    }
  }, [cy, latest])
  return null
}
