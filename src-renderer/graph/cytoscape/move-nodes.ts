import type { Core, NodeSingular } from 'cytoscape'
import type { Point, Positions } from '../elements/elements.ts'
import { nodesOf } from './cytoscape-graph.ts'

const MOVE_MS = 420
/** A larger graph takes longer than a frame to paint, so its nodes jump. */
const MAX_ANIMATED = 1_500
/** Saved positions are integers, so a smaller difference is not a movement. */
const MIN_MOVE = 1.5

/** Moves nodes to `targets`, smoothly in small graphs unless `still`. Returns a function that stops it, after which `done` is not called. */
export function moveNodes(cy: Core, targets: Positions, still: boolean, done: () => void): () => void {
  const moving = nodesOf(cy).filter((node: NodeSingular) => {
    const target = targets.get(node.id())
    return target !== undefined && !isNear(node.position(), target)
  })
  if (moving.empty()) {
    done()
    return () => undefined
  }
  let stopped = false
  const layout = moving.layout({
    name: 'preset',
    // Contrary to its type, the function receives the node. An object keyed by thousands of addresses would take longer than all other work here.
    positions: (node: unknown) => targets.get((node as NodeSingular).id()) ?? { x: 0, y: 0 },
    fit: false,
    animate: !still && targets.size <= MAX_ANIMATED,
    animationDuration: MOVE_MS,
    animationEasing: 'ease-in-out-cubic',
    stop: () => {
      if (!stopped) done()
    },
  })
  layout.run()
  cy.forceRender()
  return () => {
    stopped = true
    layout.stop()
  }
}

/** The final positions of the nodes in `targets`. Nodes close to their target do not move. */
export function endPositions(targets: Positions, current: Positions): Positions {
  return new Map(
    [...targets].map(([id, target]) => {
      const at = current.get(id)
      return [id, at !== undefined && isNear(at, target) ? at : target]
    }),
  )
}

/** Whether no node has to move to reach `targets`. */
export function isArranged(current: Positions, targets: Positions): boolean {
  for (const [id, target] of targets) {
    const at = current.get(id)
    if (at === undefined || !isNear(at, target)) return false
  }
  return true
}

export function isNear(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= MIN_MOVE
}
