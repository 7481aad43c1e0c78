import type { GraphLink, Point } from '../../elements/elements.ts'
import type { Circle } from '../../geometry/enclose.ts'
import { arrowLength, LINE_STYLES } from '../../elements/style-table.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { num, path, type Mark } from './mark.ts'
import { polygonPath } from './shapes.ts'

export interface LinkPaint {
  readonly color: string
  readonly opacity: number
  /** Added to the link's own width, in graph units. */
  readonly thicker: number
  readonly arrows: boolean
}

export function linkColor(link: GraphLink, theme: GraphTheme): string {
  return LINE_STYLES[link.line].tone === 'coin' ? theme.coin : theme.link
}

/** A link from edge to edge of its two shapes, with its arrows. Graph units. Empty if the shapes touch. */
export function linkMarks(link: GraphLink, from: Circle, to: Circle, paint: LinkPaint, theme: GraphTheme): Mark[] {
  const control = controlPoint(from, to, link.bend)
  const start = towards(from, control, from.r)
  const end = towards(to, control, to.r)
  if (Math.hypot(to.x - from.x, to.y - from.y) <= from.r + to.r) return []
  const width = link.width + paint.thicker
  const head = arrowLength(width)
  const lineStart = link.backward && paint.arrows ? towards(start, control, head * 0.8) : start
  const lineEnd = link.forward && paint.arrows ? towards(end, control, head * 0.8) : end
  const d = link.bend === 0 ? `M${at(lineStart)}L${at(lineEnd)}` : `M${at(lineStart)}Q${at(control)} ${at(lineEnd)}`
  const style = LINE_STYLES[link.line]
  const stroke = { stroke: paint.color, opacity: paint.opacity, dash: style.dash }
  const marks: Mark[] = style.double
    ? [path(d, { ...stroke, width: width + 2.4 }), path(d, { stroke: theme.background, width: Math.max(1, width * 0.8) })]
    : [path(d, { ...stroke, width })]
  if (!paint.arrows) return marks
  if (link.forward) marks.push(arrow(end, control, head, paint))
  if (link.backward) marks.push(arrow(start, control, head, paint))
  return marks
}

/** The control point of a bent link's quadratic curve: beside the middle of the gap between the two shapes, as in cytoscape. */
export function controlPoint(from: Circle, to: Circle, bend: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const along = (length + from.r - to.r) / 2
  return { x: from.x + (dx * along - dy * bend) / length, y: from.y + (dy * along + dx * bend) / length }
}

function towards(from: Point, to: Point, distance: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  return { x: from.x + (dx / length) * distance, y: from.y + (dy / length) * distance }
}

const ARROW_HALF_WIDTH = 0.42

function arrow(tip: Point, from: Point, head: number, paint: LinkPaint): Mark {
  const base = towards(tip, from, head)
  const [dx, dy] = [(base.x - tip.x) * ARROW_HALF_WIDTH, (base.y - tip.y) * ARROW_HALF_WIDTH]
  const corners = [tip, { x: base.x - dy, y: base.y + dx }, { x: base.x + dy, y: base.y - dx }]
  return path(polygonPath(corners), { fill: paint.color, opacity: paint.opacity })
}

const at = ({ x, y }: Point): string => `${num(x)} ${num(y)}`
