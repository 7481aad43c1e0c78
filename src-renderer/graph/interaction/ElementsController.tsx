import { useEffect, useLayoutEffect, useRef } from 'react'
import { syncNodes } from '../cytoscape/cytoscape-graph.ts'
import { fitAll } from './fit.ts'
import { moveNodes } from '../cytoscape/move-nodes.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { prefersReducedMotion, useStage } from '../stage.ts'
import { useLatest } from './use-latest.ts'

interface Props {
  readonly positions: Positions
  /** Called before other elements are shown: what is on the screen may fade. */
  readonly onChange: () => void
  /** Called when all nodes have reached their positions. */
  readonly onArrival: () => void
  readonly onReady: () => void
}

/** Gives the elements to cytoscape and moves them to their positions. */
export function ElementsController({ positions, onChange, onArrival, onReady }: Props): null {
  const stage = useStage()
  const { cy, elements, shown } = stage
  const latest = useLatest({ stage, onChange, onArrival, onReady })
  const before = useRef<GraphElements | null>(null)
  // Layout effects, and before those of the painter, so that a change is painted once.
  useLayoutEffect(() => {
    if (before.current !== null && before.current !== elements) latest.current.onChange()
    syncNodes(cy, elements, shown, positions)
  }, [cy, elements, shown, positions, latest])

  useLayoutEffect(() => {
    const isFirst = before.current === null
    before.current = elements
    // The first graph appears in place and moves the camera, which then stays where the user puts it.
    const stop = moveNodes(cy, positions, isFirst || prefersReducedMotion(), () => latest.current.onArrival())
    if (isFirst) fitAll(latest.current.stage, true)
    return stop
  }, [cy, elements, positions, latest])

  useEffect(() => latest.current.onReady(), [elements, latest])
  return null
}
