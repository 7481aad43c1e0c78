import type { ElementDefinition, StylesheetJson } from 'cytoscape'
import type { GraphElements, GraphNode, Positions } from './elements.ts'
import { nodePaint } from './node-paint.ts'
import { SHAPE_SCALE, type NodeShape } from './style-table.ts'
import type { GraphTheme } from './theme.ts'

/**
 * The wallets in cytoscape's words: their look is data, so the stylesheet is one rule. Links are painted under its canvas
 * (`scene.ts`) and found by `linkAt`: cytoscape would need a second for every thousand of them at each change.
 */

const CYTOSCAPE_SHAPES: Readonly<Record<NodeShape, string>> = { ellipse: 'ellipse', hexagon: 'hexagon', square: 'rectangle', diamond: 'diamond' }

export function nodeData(node: GraphNode, theme: GraphTheme): Record<string, unknown> {
  const paint = nodePaint(node, theme)
  return {
    id: node.id,
    shape: CYTOSCAPE_SHAPES[paint.shape],
    size: 2 * node.radius * SHAPE_SCALE[paint.shape],
    fill: paint.fill,
    outline: paint.outline ?? paint.fill,
    outlineWidth: paint.outline === null ? 0 : paint.outlineWidth,
    outlineStyle: paint.dashed ? 'dashed' : 'solid',
  }
}

export function toCytoscape(elements: GraphElements, positions: Positions, theme: GraphTheme): ElementDefinition[] {
  return elements.nodes.map((node): ElementDefinition => ({
    group: 'nodes',
    data: nodeData(node, theme),
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
      'background-color': 'data(fill)',
      'border-color': 'data(outline)',
      'border-width': 'data(outlineWidth)' as unknown as number,
      'border-style': 'data(outlineStyle)' as 'solid',
      'overlay-opacity': 0,
    },
  },
  { selector: '.gone', style: { display: 'none' } },
]
