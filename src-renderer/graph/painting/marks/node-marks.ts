import type { GraphNode, Point } from '../../elements/elements.ts'
import { mixColors } from '../../theme/color.ts'
import { nodePaint } from '../node-paint.ts'
import { looksLikeService, NODE_STYLES, OUTLINE_WIDTH, SHAPE_SCALE, STAR_RING } from '../../elements/style-table.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { NO_PAINT, path, type DotMark, type Mark, type PathMark } from './mark.ts'
import { circlePath, glyphPath, levelPath, shapePath, starPath } from './shapes.ts'

const DASH = [3, 2.5] as const

/** A node's shape. Graph units. */
export function nodeShapeMark(node: GraphNode, at: Point, theme: GraphTheme): PathMark | DotMark {
  const { shape, fill, outline, outlineWidth, dashed } = nodePaint(node, theme)
  const paint = { ...NO_PAINT, fill, stroke: outline, width: outlineWidth, dash: dashed ? DASH : null }
  if (shape === 'ellipse') return { kind: 'dot', x: at.x, y: at.y, r: node.radius, ...paint }
  return path(shapePath(shape, at.x, at.y, node.radius * SHAPE_SCALE[shape]), paint)
}

const GLYPH_SHARE = 0.62
const LEVEL_OPACITY = 0.75

/** Decorations of a shape: the level of a service’s share of supply, padlock, flame, and the star ring of the creator. */
export function nodeExtraMarks(node: GraphNode, at: Point, theme: GraphTheme): Mark[] {
  const marks: Mark[] = []
  if (looksLikeService(node) && node.percentage > 0) {
    const { shape, outline } = nodePaint(node, theme)
    const r = node.radius * SHAPE_SCALE[shape] - OUTLINE_WIDTH / 2
    marks.push(path(levelPath(shape, at.x, at.y, r, node.percentage / 100), { fill: outline, opacity: LEVEL_OPACITY }))
  }
  const { glyph } = NODE_STYLES[node.kind]
  if (glyph !== null) {
    const d = glyphPath(glyph, at.x, at.y, node.radius * GLYPH_SHARE)
    marks.push(path(d, { stroke: theme.structure, fill: mixColors(theme.structure, theme.background, 0.3), width: Math.max(1, node.radius * 0.1) }))
  }
  if (node.creator) {
    const { inner, outer } = STAR_RING
    marks.push(path(starPath(at.x, at.y, node.radius + inner, node.radius + outer), { stroke: theme.creator, width: 1.6 }))
  }
  return marks
}

/** The ring around a selected or hovered node. `unit` is one screen pixel in graph units. */
export function focusRing(node: GraphNode, at: Point, color: string, unit: number): Mark {
  const { shape } = NODE_STYLES[node.kind]
  const r = node.radius * SHAPE_SCALE[shape] + RING_GAP * unit
  return path(shapePath(shape, at.x, at.y, r), { stroke: color, width: 2 * unit })
}

/** Distance from a shape to the ring around it, in pixels. */
const RING_GAP = 4

/** The mark of a pinned wallet: a small dot at the middle of its lower edge. `unit` is one screen pixel in graph units. */
export function pinMark(node: GraphNode, at: Point, theme: GraphTheme, unit: number): Mark {
  const r = Math.min(3 * unit, node.radius * 0.5)
  return path(circlePath(at.x, at.y + node.radius, r), { fill: theme.label, stroke: theme.background, width: unit })
}
