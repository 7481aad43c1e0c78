import type { EventObject } from 'cytoscape'
import { useEffect } from 'react'
import { rememberArrangement } from '../layout/save-arrangement.ts'
import { useStage } from '../stage.ts'
import { pin, useGraphView } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** A wallet that was dragged stays where it was put: it is pinned until released. Pins and groups are remembered at once. */
export function PinController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    const dropped = (event: EventObject): void => {
      pin(String(event.target.id()))
      rememberArrangement(latest.current)
    }
    cy.on('dragfreeon', 'node', dropped)
    const stop = useGraphView.subscribe((view, before) => {
      if (view.pinned !== before.pinned || view.grouped !== before.grouped) rememberArrangement(latest.current)
    })
    return () => {
      cy.off('dragfreeon', 'node', dropped)
      stop()
    }
  }, [cy, latest])
  return null
}
