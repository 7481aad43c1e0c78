import type { GraphElements, Point, Positions } from '../elements/elements.ts'
import { isService } from '../elements/style-table.ts'
import type { ForceBody, ForceSpring } from './force.ts'

/** Input of the force layout. Services are left out, because their links would pull unrelated wallets together. */
export interface ForceInput {
  readonly ids: readonly string[]
  readonly bodies: readonly ForceBody[]
  readonly springs: readonly ForceSpring[]
}

const INSIDE_CLUSTER = 0.5
const BETWEEN_WALLETS = 0.12

export function forceInput(elements: GraphElements, start: Positions, pinned: ReadonlySet<string>): ForceInput {
  const wallets = elements.nodes.filter((node) => !isService(node))
  const index = new Map(wallets.map((node, i) => [node.id, i]))
  const bodies = wallets.map((node): ForceBody => {
    const { x, y }: Point = start.get(node.id) ?? { x: 0, y: 0 }
    return { x, y, r: node.radius, cluster: node.cluster ?? -1, fixed: pinned.has(node.id) }
  })
  const springs = elements.links.flatMap((link): ForceSpring[] => {
    const [source, target] = [index.get(link.source), index.get(link.target)]
    if (source === undefined || target === undefined || link.toHub) return []
    const [a, b] = [elements.nodeById.get(link.source)?.cluster ?? null, elements.nodeById.get(link.target)?.cluster ?? null]
    return [{ source, target, strength: a !== null && a === b ? INSIDE_CLUSTER : BETWEEN_WALLETS }]
  })
  return { ids: wallets.map((node) => node.id), bodies, springs }
}
