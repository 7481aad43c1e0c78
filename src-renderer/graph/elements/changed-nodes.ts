import type { GraphElements } from './elements.ts'

/** Nodes that entered the graph or whose share changed. */
export function changedNodes(before: GraphElements, after: GraphElements): string[] {
  return after.nodes.filter((node) => before.nodeById.get(node.id)?.radius !== node.radius).map(({ id }) => id)
}
