import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { anchorsOf, remember } from './remembered.ts'

/** Keeps where everything stands now, for the next snapshot and the next day. */
export function rememberSeats(stage: Stage): void {
  if (stage.cy.nodes().empty()) return
  const { layout, pinned, grouped } = useGraphView.getState()
  const anchors = anchorsOf(stage.elements)
  const seats = new Map([...stage.seats.seats()].map(([id, at]) => [id, { ...at, anchor: anchors.get(id) ?? '' }]))
  remember(localStorage, stage.token, { layout, pinned: [...pinned], grouped: [...grouped], seats }, Date.now())
}
