import type { CaseGraph, ChangeGraph, GraphState, Pin } from '../../../src-shared/domain/cases/graph.ts'
import { isNear } from '../cytoscape/move-nodes.ts'
import type { Point, Positions } from '../elements/elements.ts'

/** The state that the graph and the case share. */
export interface KnownGraph {
  readonly hidden: ReadonlySet<string>
  readonly grouped: ReadonlySet<string>
  readonly pinned: ReadonlyMap<string, Pin>
}

interface Shown {
  readonly hidden: ReadonlySet<string>
  readonly grouped: ReadonlySet<string>
  readonly pinned: ReadonlySet<string>
}

export const knownGraph = (graph: GraphState | undefined): KnownGraph => ({
  hidden: new Set(graph?.hidden),
  grouped: new Set(graph?.grouped),
  pinned: new Map(graph?.pinned.map((pin) => [pin.node, pin])),
})

/** The current state of the graph. A pin that did not move stays the same object. `before` holds the positions of nodes when they were grabbed. */
export function shownGraph({ hidden, grouped, pinned }: Shown, known: KnownGraph, positions: Positions, before: Positions): KnownGraph {
  const pins = [...pinned].flatMap((node): Pin[] => {
    const [at, pin] = [positions.get(node), known.pinned.get(node)]
    if (at === undefined) return pin === undefined ? [] : [pin]
    if (pin !== undefined && isNear(pin, at)) return [pin]
    const from = before.get(node)
    return [{ node, ...rounded(at), from: pin?.from ?? (from === undefined ? null : rounded(from)) }]
  })
  return { hidden, grouped, pinned: new Map(pins.map((pin) => [pin.node, pin])) }
}

/** The change that turns `from` into `to`; null if they are equal. */
export function graphDifference(from: KnownGraph, to: KnownGraph): Omit<ChangeGraph, 'op' | 'network' | 'token_address'> | null {
  const parts = {
    hide: without(to.hidden, from.hidden),
    show: without(from.hidden, to.hidden),
    group: without(to.grouped, from.grouped),
    expand: without(from.grouped, to.grouped),
    pin: [...to.pinned.values()].filter((pin) => from.pinned.get(pin.node) !== pin),
    unpin: without(new Set(from.pinned.keys()), to.pinned),
  }
  const changed = Object.entries(parts).filter(([, list]) => list.length > 0)
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** The moves that make pins match `to`. Nodes that were unpinned return to where they came from. */
export function pinMoves(from: KnownGraph, to: KnownGraph, positions: Positions): Map<string, Point> {
  const back = [...from.pinned.values()].flatMap(({ node, from: origin }) => (to.pinned.has(node) || origin === null ? [] : [{ node, ...origin }]))
  return new Map(
    [...back, ...to.pinned.values()].flatMap(({ node, x, y }) => {
      const at = positions.get(node)
      return at === undefined || isNear(at, { x, y }) ? [] : [[node, { x, y }] as const]
    }),
  )
}

export const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((each) => b.has(each))

export const isGraphOf = (network: string, address: string) => (graph: CaseGraph) => graph.network === network && graph.token_address === address

const without = (set: ReadonlySet<string>, other: { has(each: string): boolean }): string[] => [...set].filter((each) => !other.has(each))
/** Adding 0 turns a negative zero positive. JSON does not distinguish them. */
const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x) + 0, y: Math.round(y) + 0 })
