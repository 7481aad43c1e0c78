import { useEffect, useLayoutEffect, useRef } from 'react'
import { readPositions, syncNodes } from '../cytoscape/cytoscape-graph.ts'
import { fitAll } from './fit.ts'
import { isArranged, moveNodes } from '../cytoscape/move-nodes.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { prefersReducedMotion, useStage } from '../stage.ts'
import { useLatest } from './use-latest.ts'

interface Props {
  readonly positions: Positions
  /** Called before other elements are shown, if those that stay do not move: what is on the screen may fade. */
  readonly onChange: () => void
  /** Called when all nodes have reached their positions. */
  readonly onArrival: () => void
  readonly onReady: () => void
}

/** Gives the elements to cytoscape and moves them to their positions. */
export function ElementsController({ positions, onChange, onArrival, onReady }: Props): null {
  const stage = useStage()
  const { cy, elements } = stage
  const latest = useLatest({ stage, onChange, onArrival, onReady })
  const before = useRef<GraphElements | null>(null)
  // Layout effects, and before those of the painter, so that a change is painted once.
  useLayoutEffect(() => {
    const isOther = before.current !== null && before.current !== elements
    // Over nodes that move, a fade shows two graphs at once.
    if (isOther && isStill(readPositions(cy), positions)) latest.current.onChange()
    syncNodes(cy, elements, positions)
  }, [cy, elements, positions, latest])

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

/** Whether the nodes that are shown already, and go on, are where they should be. */
const isStill = (current: Positions, targets: Positions): boolean => isArranged(current, new Map([...targets].filter(([id]) => current.has(id))))
