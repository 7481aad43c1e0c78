import type { Core, ElementDefinition, NodeSingular } from 'cytoscape'
import { useLayoutEffect, useRef } from 'react'
import { nodeData, toCytoscape } from '../cytoscape-elements.ts'
import type { GraphElements, Point, Positions } from '../elements.ts'
import { moveTo } from '../move-to.ts'
import { useStage, wantsStillness } from '../stage.ts'
import { useLatest } from '../use-latest.ts'

interface Props {
  /** Where things stand when they enter. */
  readonly placed: Positions
  /** Called before the picture changes: what is on the screen now may fade. */
  readonly onChange: () => void
  /** Called when cytoscape has everything and all stands where it belongs. */
  readonly onReady: () => void
}

/** Up to this many wallets cytoscape is ready before the eye notices; above, the bare picture is shown first. */
const AT_ONCE = 300

/** Keeps cytoscape's elements equal to the picture's. */
export function ElementsController({ placed, onChange, onReady }: Props): null {
  const { cy, elements } = useStage()
  const tell = useLatest({ onChange, onReady })
  const known = useRef<GraphElements | null>(null)
  // Before the overlay paints, so that a change is painted once: with everything in its new place.
  useLayoutEffect(() => {
    let stopMoving = (): void => undefined
    const work = (): void => {
      const before = known.current
      known.current = elements
      if (cy.elements().empty()) {
        cy.add(toCytoscape(elements, placed))
        return tell.current.onReady()
      }
      if (before !== null && before !== elements) tell.current.onChange()
      syncElements(cy, elements, placed)
      stopMoving = moveTo(cy, movesTo(cy, placed), wantsStillness(), () => tell.current.onReady())
    }
    if (cy.elements().nonempty() || elements.nodes.length <= AT_ONCE) {
      work()
      return () => stopMoving()
    }
    // Two frames: one to get on the screen what the overlay has painted, one to start the long work.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(work)
    })
    return () => cancelAnimationFrame(frame)
  }, [cy, elements, placed, tell])
  return null
}

/** Remembered places are whole numbers: less than this is no movement. */
const LEAST_MOVE = 1.5

/** Wallets that stand elsewhere than they should: they changed cluster, or the layout gives places a meaning. */
function movesTo(cy: Core, placed: Positions): Map<string, Point> {
  const moves = new Map<string, Point>()
  cy.nodes().forEach((node: NodeSingular) => {
    const [now, wish] = [node.position(), placed.get(node.id())]
    if (wish !== undefined && Math.abs(wish.x - now.x) + Math.abs(wish.y - now.y) > LEAST_MOVE) moves.set(node.id(), wish)
  })
  return moves
}

/** Adds what is new, removes what is gone, resizes what changed. Nothing else is touched. */
function syncElements(cy: Core, elements: GraphElements, placed: Positions): void {
  cy.batch(() => {
    cy.nodes()
      .filter((node: NodeSingular) => !elements.nodeById.has(node.id()))
      .remove()
    const fresh: ElementDefinition[] = []
    for (const node of elements.nodes) {
      const known = cy.getElementById(node.id)
      const data = nodeData(node)
      if (known.empty()) fresh.push({ group: 'nodes', data, position: { ...(placed.get(node.id) ?? { x: 0, y: 0 }) } })
      else refresh(known, data)
    }
    cy.add(fresh)
  })
}

/** Only wallets whose size changed pay for a new style. */
function refresh(element: ReturnType<Core['getElementById']>, data: Record<string, unknown>): void {
  const now = element.data() as Record<string, unknown>
  if (Object.entries(data).some(([key, value]) => now[key] !== value)) element.data(data)
}
