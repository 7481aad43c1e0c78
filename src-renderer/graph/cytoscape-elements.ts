import type { ElementDefinition, StylesheetJson } from 'cytoscape'
import type { GraphElements, GraphNode, Positions } from './elements.ts'
import { NODE_LOOKS, SHAPE_SCALE, type NodeShape } from './style-table.ts'

/**
 * The wallets in cytoscape's words. It knows what lies under the pointer, drags, and holds the camera; it draws nothing: its
 * own frame takes a second for every few thousand elements. Everything is painted by `overlay-painter.ts`, and links, which
 * cytoscape does not have, are found by `linkAt`.
 */

const CYTOSCAPE_SHAPES: Readonly<Record<NodeShape, string>> = { ellipse: 'ellipse', hexagon: 'hexagon', square: 'rectangle', diamond: 'diamond' }

export function nodeData(node: GraphNode): Record<string, unknown> {
  const { shape } = NODE_LOOKS[node.kind]
  return { id: node.id, shape: CYTOSCAPE_SHAPES[shape], size: 2 * node.radius * SHAPE_SCALE[shape] }
}

export function toCytoscape(elements: GraphElements, positions: Positions): ElementDefinition[] {
  return elements.nodes.map((node): ElementDefinition => ({
    group: 'nodes',
    data: nodeData(node),
    position: { ...(positions.get(node.id) ?? { x: 0, y: 0 }) },
  }))
}

export const STYLESHEET: StylesheetJson = [
  {
    selector: 'node',
    style: {
      shape: 'data(shape)' as 'ellipse',
      width: 'data(size)',
      height: 'data(size)',
      // Neither drawn nor prepared for drawing, but found under the pointer.
      opacity: 0,
    },
  },
  { selector: '.gone', style: { display: 'none' } },
]
