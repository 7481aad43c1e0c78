import { useEffect, useRef } from 'react'
import { changedNodes } from '../elements/changed-nodes.ts'
import type { GraphElements } from '../elements/elements.ts'
import { prefersReducedMotion, useStage } from '../stage.ts'
import styles from '../GraphPanel.module.css'

const PULSE_MS = 900
/** If more wallets change, for example after a rule change, pulses would say nothing. */
const MAX_PULSES = 60

/** Pulses once around each wallet that a live change added or updated. */
export function PulseController(): null {
  const { cy, host, elements, isLatest } = useStage()
  const before = useRef<GraphElements | null>(null)
  useEffect(() => {
    const earlier = before.current
    before.current = isLatest ? elements : null
    if (!isLatest || earlier === null || earlier === elements || prefersReducedMotion()) return
    const changed = changedNodes(earlier, elements)
    if (changed.length > MAX_PULSES) return
    const rings = changed.map((id) => {
      const ring = document.createElement('i')
      ring.className = styles['pulse'] ?? ''
      const size = Math.max(10, 2 * (elements.nodeById.get(id)?.radius ?? 0) * cy.zoom() + 8)
      const { x, y } = cy.getElementById(id).renderedPosition()
      Object.assign(ring.style, { width: `${size}px`, height: `${size}px`, left: `${x - size / 2}px`, top: `${y - size / 2}px` })
      host.append(ring)
      return ring
    })
    const remove = (): void => {
      clearTimeout(timer)
      cy.off('viewport', remove)
      for (const ring of rings) ring.remove()
    }
    const timer = setTimeout(remove, PULSE_MS)
    // The rings are positioned on the screen, so they are removed when the graph moves below them.
    cy.on('viewport', remove)
    return remove
  }, [cy, host, elements, isLatest])
  return null
}
