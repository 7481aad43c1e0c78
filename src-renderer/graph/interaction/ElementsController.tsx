import { useEffect, useLayoutEffect, useRef } from 'react'
import { readPositions, syncNodes } from '../cytoscape/cytoscape-graph.ts'
import { fitAll } from './fit.ts'
import { isArranged, moveNodes } from '../cytoscape/move-nodes.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { prefersReducedMotion, useStage } from '../stage.ts'
import { useLatest } from './use-latest.ts'

interface Props {
  readonly positions: Positions
  /** Called before other elements are shown, if the remaining nodes do not move, so that the current frame may fade. */
  readonly onChange: () => void
  /** Called when all nodes have reached their positions. */
  readonly onArrival: () => void
  readonly onReady: () => void
}

/** Passes the elements to cytoscape and moves them to their positions. */
export function ElementsController({ positions, onChange, onArrival, onReady }: Props): null {
  const stage = useStage()
  const { cy, elements } = stage
  const latest = useLatest({ stage, onChange, onArrival, onReady })
  const before = useRef<GraphElements | null>(null)
  // A layout effect that runs before the painter's, so that a change is painted once.
  useLayoutEffect(() => {
    const earlier = before.current
    before.current = elements
    syncNodes(cy, elements, positions)
    // The first graph appears in place and moves the camera, which then stays where the user puts it.
    const isFirst = earlier === null
    // A fade over moving nodes would show two graphs at once.
    if (!isFirst && earlier !== elements && isArranged(readPositions(cy), positions)) latest.current.onChange()
    let isShown = true
    const arrive = (): void => void (isShown && latest.current.onArrival())
    // Nodes that are already in place arrive immediately. The microtask lets the painter send its request to the worker first.
    const stop = moveNodes(cy, positions, isFirst || prefersReducedMotion(), () => queueMicrotask(arrive))
    if (isFirst) fitAll(latest.current.stage, true)
    return () => {
      isShown = false
      stop()
    }
  }, [cy, elements, positions, latest])

  useEffect(() => latest.current.onReady(), [elements, latest])
  return null
}
