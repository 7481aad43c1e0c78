import type { EventObject } from 'cytoscape'
import { useEffect } from 'react'
import { clearSelection, selectCluster, selectLink, selectWallets, toggleWallet } from '../../stores/selection.ts'
import { linkKeyOf } from '../elements/link-key.ts'
import { selectInGraph } from './selection-origin.ts'
import { fitAll, fitNodes } from './fit.ts'
import { clusterAt, linkAt } from './hit-test.ts'
import { useStage } from '../stage.ts'
import { useLatest } from './use-latest.ts'
import { expandClusters } from '../view-store.ts'

/**
 * A click selects a wallet, a link, or a cluster by its hull; elsewhere it clears the selection. A double-click on a cluster or one of its wallets
 * selects the cluster and fits it into the panel. A double-click on a cluster drawn as one node expands it. Elsewhere it fits the graph.
 */
export function SelectionController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    const isAdding = (event: EventObject): boolean => event.originalEvent instanceof MouseEvent && event.originalEvent.shiftKey
    const tapNode = (event: EventObject): void => {
      const id = String(event.target.id())
      const node = latest.current.elements.nodeById.get(id)
      if (node?.kind === 'group') return selectInGraph(() => selectCluster(node.cluster))
      selectInGraph(() => (isAdding(event) ? toggleWallet(id) : selectWallets([id])))
    }
    const tapBackground = (event: EventObject): void => {
      if (event.target !== cy || isAdding(event)) return
      const link = linkAt(latest.current, event.position)
      if (link !== null) return selectInGraph(() => selectLink(linkKeyOf(link.record)))
      const cluster = clusterAt(latest.current, event.position)
      selectInGraph(() => (cluster === null ? clearSelection() : selectCluster(cluster)))
    }
    const doubleTapNode = (event: EventObject): void => {
      const node = latest.current.elements.nodeById.get(String(event.target.id()))
      if (node?.kind === 'group') return expandClusters(node.members)
      if (typeof node?.cluster === 'number') fitCluster(node.cluster)
    }
    const doubleTapBackground = (event: EventObject): void => {
      if (event.target !== cy) return
      const cluster = clusterAt(latest.current, event.position)
      if (cluster === null) fitAll(latest.current)
      else fitCluster(cluster)
    }
    const fitCluster = (id: number): void => {
      selectInGraph(() => selectCluster(id))
      fitNodes(latest.current, latest.current.shown.clusters.find((cluster) => cluster.id === id)?.members ?? [])
    }
    cy.on('tap', 'node', tapNode)
    cy.on('tap', tapBackground)
    cy.on('dbltap', 'node', doubleTapNode)
    cy.on('dbltap', doubleTapBackground)
    return () => {
      cy.off('tap', 'node', tapNode)
      cy.off('tap', tapBackground)
      cy.off('dbltap', 'node', doubleTapNode)
      cy.off('dbltap', doubleTapBackground)
    }
  }, [cy, latest])
  return null
}
