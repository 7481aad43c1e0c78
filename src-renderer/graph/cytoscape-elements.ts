import type { ElementDefinition, StylesheetJson } from 'cytoscape'
import type { GraphElements, GraphLink, GraphNode, Positions } from './elements.ts'
import { nodePaint } from './node-paint.ts'
import { arrowLength, LINE_LOOKS, linkOpacity, SHAPE_SCALE, type NodeShape } from './style-table.ts'
import type { GraphTheme } from './theme.ts'

/** The picture in cytoscape's words. Every look is data of the element, so the stylesheet is one rule per group. */

/**
 * Above this many links cytoscape gets none of them: it would need seconds for its first frame. They are painted under it as
 * plain straight lines and found by `linkAt`; selected ones still get bows, dashes and arrows.
 */
export const PLAIN_LINKS_ABOVE = 2_000

export function hasPlainLinks(elements: GraphElements): boolean {
  return elements.links.length > PLAIN_LINKS_ABOVE
}

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

export function linkData(link: GraphLink, elements: GraphElements, theme: GraphTheme): Record<string, unknown> {
  const look = LINE_LOOKS[link.line]
  const color = linkColor(link, theme)
  return {
    id: link.id,
    source: link.source,
    target: link.target,
    width: look.double ? Math.max(1, link.width * 0.8) : link.width,
    color: look.double ? theme.ground : color,
    arrowColor: color,
    outlineWidth: look.double ? 1.2 : 0,
    opacity: linkOpacity(link, elements.clarity),
    dash: look.dash !== null ? 'dashed' : 'solid',
    curve: link.bend === 0 ? 'straight' : 'unbundled-bezier',
    bend: link.bend,
    forward: link.forward && !link.toHub ? 'triangle' : 'none',
    backward: link.backward && !link.toHub ? 'triangle' : 'none',
    arrowScale: arrowScale(link.width),
  }
}

export function linkColor(link: GraphLink, theme: GraphTheme): string {
  return LINE_LOOKS[link.line].tone === 'coin' ? theme.coin : theme.link
}

/** Cytoscape sizes an arrow by its own rule (`getArrowWidth`): this turns the length we want into its scale. */
function arrowScale(width: number): number {
  const base = Math.max((width * 13.37) ** 0.9, 29) * 0.3
  return Math.round((arrowLength(width) / base) * 100) / 100
}

export function toCytoscape(elements: GraphElements, positions: Positions, theme: GraphTheme): ElementDefinition[] {
  const nodes = elements.nodes.map((node): ElementDefinition => ({
    group: 'nodes',
    data: nodeData(node, theme),
    position: { ...(positions.get(node.id) ?? { x: 0, y: 0 }) },
  }))
  const links = hasPlainLinks(elements)
    ? []
    : elements.links.map((link): ElementDefinition => ({ group: 'edges', data: linkData(link, elements, theme) }))
  return [...nodes, ...links]
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
  {
    selector: 'edge',
    style: {
      width: 'data(width)',
      'line-color': 'data(color)',
      'line-style': 'data(dash)' as 'solid',
      'line-dash-pattern': [5, 4],
      opacity: 'data(opacity)' as unknown as number,
      'curve-style': 'data(curve)' as 'straight',
      'control-point-distances': 'data(bend)' as unknown as number,
      'control-point-weights': 0.5,
      'target-arrow-shape': 'data(forward)' as 'none',
      'source-arrow-shape': 'data(backward)' as 'none',
      'target-arrow-color': 'data(arrowColor)',
      'source-arrow-color': 'data(arrowColor)',
      'arrow-scale': 'data(arrowScale)' as unknown as number,
      'overlay-opacity': 0,
    },
  },
  { selector: 'edge[outlineWidth > 0]', style: { 'line-outline-width': 'data(outlineWidth)', 'line-outline-color': 'data(arrowColor)' } as object },
  { selector: '.gone', style: { display: 'none' } },
]
