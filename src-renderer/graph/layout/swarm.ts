import type { GraphNode, Point } from '../elements/elements.ts'
import { boxOf, type Box } from '../geometry/box.ts'
import type { Circle } from '../geometry/enclose.ts'
import { byRadius } from './cluster-body.ts'

const WALLET_GAP = 5
/** A node may be off its time by this share of its distance from the row, so that many nodes of one minute form a lens instead of a wall. */
const SIDEWAYS = 0.16
/** Width, in graph units, of the columns that record how far a row is filled. */
const COLUMN = 4

/** Nodes in a row, around its middle line. */
export interface Swarm extends Box {
  readonly positions: ReadonlyMap<string, Point>
}

/**
 * Puts nodes at their times, largest first, each as near to the middle of the row as possible. Columns record how far they are filled upwards and
 * downwards, so only the columns around a node are examined.
 */
export function swarm(nodes: readonly GraphNode[], xOf: (node: GraphNode) => number): Swarm {
  const [above, below] = [new Front(), new Front()]
  const positions = new Map<string, Point>()
  const circles: Circle[] = []
  for (const node of [...nodes].sort(byRadius)) {
    const at = nearestFree(above, below, xOf(node), node.radius + WALLET_GAP)
    above.raise(at.x, -at.y, node.radius + WALLET_GAP)
    below.raise(at.x, at.y, node.radius + WALLET_GAP)
    positions.set(node.id, at)
    circles.push({ x: at.x, y: at.y, r: node.radius })
  }
  return { positions, ...boxOf(circles) }
}

/** The nearest position beyond everything above or below. A sideways step counts as a longer one up or down. */
function nearestFree(above: Front, below: Front, x: number, r: number): Point {
  let best: Point = { x, y: 0 }
  let least = Infinity
  for (let step = 0; (step * COLUMN) / SIDEWAYS < least; step++) {
    for (const dx of step === 0 ? [0] : [step * COLUMN, -step * COLUMN]) {
      const [up, down] = [above.least(x + dx, r), below.least(x + dx, r)]
      const y = up < down ? 0 - up : down
      const far = Math.hypot(dx / SIDEWAYS, y)
      if (far < least) [best, least] = [{ x: x + dx, y }, far]
    }
  }
  return best
}

/** How far columns are filled to one side of the middle line. */
class Front {
  readonly #filled = new Map<number, number>()

  /** The minimum distance from the middle line at which a circle here is beyond all others. */
  least(x: number, r: number): number {
    let least = 0
    const last = Math.floor((x + r) / COLUMN)
    for (let column = Math.floor((x - r) / COLUMN); column <= last; column++) {
      const filled = this.#filled.get(column)
      if (filled !== undefined) least = Math.max(least, filled + halfHeight(column, x, r))
    }
    return least
  }

  raise(x: number, y: number, r: number): void {
    const last = Math.floor((x + r) / COLUMN)
    for (let column = Math.floor((x - r) / COLUMN); column <= last; column++) {
      this.#filled.set(column, Math.max(this.#filled.get(column) ?? -Infinity, y + halfHeight(column, x, r)))
    }
  }
}

/** Half the maximum height of a circle within a column. */
function halfHeight(column: number, x: number, r: number): number {
  const nearest = Math.max(0, column * COLUMN - x, x - (column + 1) * COLUMN)
  return Math.sqrt(Math.max(0, r * r - nearest * nearest))
}
