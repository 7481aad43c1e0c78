import { useEffect } from 'react'
import { say } from '../../ui/Toast.tsx'
import type { Positions } from '../elements/elements.ts'
import type { PackedLayout } from '../layout/pack.ts'
import { packAway } from '../layout/packing.ts'
import { withPins } from '../layout/restore-positions.ts'
import { runForce } from '../layout/run-force.ts'
import { rememberArrangement } from '../layout/save-arrangement.ts'
import { moveTo, standsAlike } from '../cytoscape/move-nodes.ts'
import { useStage, wantsStillness, type Stage } from '../stage.ts'
import { setArranging, useGraphView } from '../view-store.ts'
import { fitAll } from '../cytoscape/fit.ts'
import { useLatest } from './use-latest.ts'

/** Arranges the picture anew when asked; pinned wallets stay where they are. */
export function LayoutController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    let stopRunning = (): void => undefined
    const stop = useGraphView.subscribe((view, before) => {
      if (view.arrangement === before.arrangement) return
      stopRunning()
      stopRunning = view.layout === 'force' ? arrangeByForce(latest.current) : arrangePacked(latest.current, view.layout)
    })
    return () => {
      stop()
      stopRunning()
    }
  }, [cy, latest])
  return null
}

function arrangePacked(stage: Stage, layout: PackedLayout): () => void {
  setArranging(true)
  const before = stage.seats.seats()
  return inTurn((next) => {
    const task = packAway(layout, stage.elements, (positions) =>
      next(moveTo(stage.seats, withPinned(stage, positions), wantsStillness(), () => finish(stage, before))),
    )
    return task.stop
  })
}

function arrangeByForce(stage: Stage): () => void {
  setArranging(true)
  return inTurn((next) => {
    const task = packAway('bubbles', stage.elements, (positions) => next(runFrom(stage, positions)))
    return task.stop
  })
}

function runFrom(stage: Stage, packed: Positions): () => void {
  const still = wantsStillness()
  const { pinned } = useGraphView.getState()
  const before = stage.seats.seats()
  const task = runForce(stage.elements, withPinned(stage, packed), pinned, (positions, settled) => {
    if (!settled && still) return
    stage.seats.place(new Map([...stage.seats.seats(), ...positions]))
    if (settled) finish(stage, before)
  })
  return () => task.stop()
}

/** Two steps of which the second begins when the first says so; answers how to stop whichever runs. */
function inTurn(first: (next: (stop: () => void) => void) => () => void): () => void {
  let stopSecond: (() => void) | null = null
  const stopFirst = first((stop) => {
    stopSecond = stop
  })
  return () => {
    stopFirst()
    stopSecond?.()
    setArranging(false)
  }
}

function finish(stage: Stage, before: Positions): void {
  setArranging(false)
  fitAll(stage)
  rememberArrangement(stage)
  // A press that moves nothing would look like one that was not heard.
  if (standsAlike(before, stage.seats.seats())) say('Nothing to arrange: every wallet stands where this layout puts it.')
}

function withPinned(stage: Stage, positions: Positions): Positions {
  return withPins(positions, stage.seats.seats(), useGraphView.getState().pinned)
}
