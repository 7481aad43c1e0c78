import { useEffect, useLayoutEffect, useRef } from 'react'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { fitAll } from '../cytoscape/fit.ts'
import { moveTo } from '../cytoscape/move-nodes.ts'
import { useStage, wantsStillness } from '../stage.ts'
import { useLatest } from './use-latest.ts'

interface Props {
  /** Where things stand when they enter. */
  readonly placed: Positions
  /** Called before the picture changes: what is on the screen now may fade. */
  readonly onChange: () => void
  /** Called when all stands where it belongs. */
  readonly onArrival: () => void
  /** Called when cytoscape knows all that is painted. */
  readonly onReady: () => void
}

/** Seats the picture's wallets, and has cytoscape follow. */
export function ElementsController({ placed, onChange, onArrival, onReady }: Props): null {
  const stage = useStage()
  const { elements, shown, seats, follower } = stage
  const latest = useLatest({ stage, onChange, onArrival, onReady })
  const known = useRef<GraphElements | null>(null)
  // Before the overlay paints, so that a change is painted once: with everything in its new place.
  useLayoutEffect(() => {
    const before = known.current
    known.current = elements
    if (before !== null && before !== elements) latest.current.onChange()
    const stop = moveTo(seats, placed, wantsStillness(), () => latest.current.onArrival())
    // Only the first picture moves the camera: between snapshots it stays where the person put it.
    if (before === null) fitAll(latest.current.stage, true)
    return stop
  }, [elements, placed, seats, latest])

  useEffect(() => {
    const follow = (): void => follower.follow({ elements, shown, seats: seats.seats() }, () => latest.current.onReady())
    follow()
    const stop = seats.onMove(follow)
    return () => {
      stop()
      follower.stop()
    }
  }, [follower, elements, shown, seats, latest])
  return null
}
