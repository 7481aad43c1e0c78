import type { EventObject } from 'cytoscape'
import { useEffect, useRef } from 'react'
import { clusterAt } from '../pointing.ts'
import { useStage } from '../stage.ts'
import { setHover, useGraphView } from '../view-store.ts'

/** Knows what is under the pointer: a wallet, a link, or the ground of a cluster. */
export function HoverController(): null {
  const stage = useStage()
  const latest = useRef(stage)
  latest.current = stage
  const { cy, host } = stage
  useEffect(() => {
    const enter = (event: EventObject): void => setHover({ kind: event.target.isNode() ? 'node' : 'link', id: String(event.target.id()) })
    const leave = (): void => setHover(null)
    const move = (event: EventObject): void => {
      if (event.target !== cy) return
      const cluster = clusterAt(latest.current, event.position)
      const { hover } = useGraphView.getState()
      const id = cluster === null ? null : String(cluster)
      if (hover?.kind === 'cluster' ? hover.id !== id : id !== null) setHover(id === null ? null : { kind: 'cluster', id })
    }
    const point = (): void => {
      const { hover } = useGraphView.getState()
      host.style.cursor = hover === null ? '' : 'pointer'
    }
    cy.on('mouseover', 'node, edge', enter)
    cy.on('mouseout', 'node, edge', leave)
    cy.on('mousemove', move)
    host.addEventListener('pointerleave', leave)
    const stop = useGraphView.subscribe(point)
    return () => {
      cy.off('mouseover', 'node, edge', enter)
      cy.off('mouseout', 'node, edge', leave)
      cy.off('mousemove', move)
      host.removeEventListener('pointerleave', leave)
      stop()
    }
  }, [cy, host])
  return null
}
