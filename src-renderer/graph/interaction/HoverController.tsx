import type { EventObject } from 'cytoscape'
import { useEffect } from 'react'
import type { Point } from '../elements/elements.ts'
import { findNodesWith } from '../cytoscape/pointer-renderer.ts'
import { clusterAt, linkAt, nodeAt } from './hit-test.ts'
import { useStage, type Stage } from '../stage.ts'
import { setHover, useGraphView, type Hover } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** Tracks what is under the pointer: a wallet, a link or the hull of a cluster. */
export function HoverController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy, host } = stage
  useEffect(() => findNodesWith(cy, (point, reach) => nodeAt(latest.current, point, reach)), [cy, latest])
  useEffect(() => {
    const enter = (event: EventObject): void => setHover({ kind: 'node', id: String(event.target.id()) })
    const leave = (): void => setHover(null)
    const move = (event: EventObject): void => {
      // The user is panning while a button is held.
      if (event.target !== cy || (event.originalEvent instanceof MouseEvent && event.originalEvent.buttons !== 0)) return
      const found = hoverAt(latest.current, event.position)
      const { hover } = useGraphView.getState()
      if (found?.kind !== hover?.kind || found?.id !== hover?.id) setHover(found)
    }
    const point = (): void => {
      const { hover } = useGraphView.getState()
      host.style.cursor = hover === null ? '' : 'pointer'
    }
    cy.on('mouseover', 'node', enter)
    cy.on('mouseout', 'node', leave)
    cy.on('mousemove', move)
    host.addEventListener('pointerleave', leave)
    const stop = useGraphView.subscribe(point)
    return () => {
      cy.off('mouseover', 'node', enter)
      cy.off('mouseout', 'node', leave)
      cy.off('mousemove', move)
      host.removeEventListener('pointerleave', leave)
      stop()
    }
  }, [cy, host, latest])
  return null
}

/** The link or cluster at a point without nodes. */
function hoverAt(stage: Stage, point: Point): Hover | null {
  const link = linkAt(stage, point)
  if (link !== null) return { kind: 'link', id: link.id }
  const cluster = clusterAt(stage, point)
  return cluster === null ? null : { kind: 'cluster', id: String(cluster) }
}
