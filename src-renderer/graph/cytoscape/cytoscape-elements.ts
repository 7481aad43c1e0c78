import type { ElementDefinition, StylesheetJson } from 'cytoscape'
import type { GraphNode, Point } from '../elements/elements.ts'
import { NODE_LOOKS, SHAPE_SCALE, type NodeShape } from '../elements/style-table.ts'

/**
 * The wallets in cytoscape's words. It knows what lies under the pointer, drags, and holds the camera; it draws nothing: its
 * own frame takes a second for every few thousand elements. Everything is painted by `overlay-painter.ts`, and links, which
 * cytoscape does not have, are found by `linkAt`.
 */

const CYTOSCAPE_SHAPES: Readonly<Record<NodeShape, string>> = { ellipse: 'ellipse', hexagon: 'hexagon', square: 'rectangle', diamond: 'diamond' }

/** A wallet as cytoscape is to know it. */
export function toCytoscape(node: GraphNode, at: Point): ElementDefinition & { readonly data: WalletData } {
  const { shape } = NODE_LOOKS[node.kind]
  return { group: 'nodes', data: { id: node.id, shape: CYTOSCAPE_SHAPES[shape], size: 2 * node.radius * SHAPE_SCALE[shape] }, position: { ...at } }
}

export interface WalletData {
  readonly id: string
  readonly shape: string
  /** Graph units. */
  readonly size: number
}

/** Class of wallets that the legend or "hide" took out of the picture. */
export const GONE = 'gone'

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
  { selector: `.${GONE}`, style: { display: 'none' } },
]
