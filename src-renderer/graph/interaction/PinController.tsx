import type { EventObject } from 'cytoscape'
import { useEffect } from 'react'
import { saveUserArrangement } from '../layout/arrangement.ts'
import { useStage } from '../stage.ts'
import { pin, useGraphView } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** Pins a dragged node until the user unpins it. Changes of pins and groups are also saved. */
export function PinController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    const dropped = (event: EventObject): void => {
      pin(String(event.target.id()))
      saveUserArrangement(latest.current)
    }
    cy.on('dragfreeon', 'node', dropped)
    const stop = useGraphView.subscribe((view, before) => {
      if (view.pinned !== before.pinned || view.grouped !== before.grouped) saveUserArrangement(latest.current)
    })
    return () => {
      cy.off('dragfreeon', 'node', dropped)
      stop()
    }
  }, [cy, latest])
  return null
}
