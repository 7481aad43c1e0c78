import { formatPercent, countOf } from '../../../format/number.ts'
import { shortAddress } from '../../../format/address.ts'
import type { GraphCluster, GraphNode, Point } from '../../elements/elements.ts'
import { textColorOn } from '../../theme/color.ts'
import { nodePaint } from '../node-paint.ts'
import { NODE_LOOKS, SERVICE_KINDS } from '../../elements/style-table.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import type { TextMark } from './mark.ts'

/** Labels in screen pixels: which texts to show at a zoom level so that none overlap. */

/** Width of a text in pixels, in the font of the graph. */
export type Measure = (text: string, size: number, weight: TextMark['weight']) => number

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** One label with all its lines; kept or dropped as a whole. */
export interface Label {
  readonly lines: readonly TextMark[]
  readonly box: Box
  /** The node it belongs to; null for the label of a cluster. */
  readonly nodeId: string | null
  /** Important enough to cover nodes. */
  readonly mayCover: boolean
}

const TEXT = 11
const LINE = 13
/** Pixels by which a circle's diameter must exceed the text inside it. */
const INSIDE_MARGIN = 8
/** Below this radius in pixels only named addresses get a label. */
const MIN_LABELLED_RADIUS = 9
const NAMED_RADIUS = 3
const TWO_LINES_RADIUS = 24
/** From this radius in pixels a name that is too long is truncated rather than put outside. */
const CUT_RADIUS = 26

/** Name or address of a node, where there is room for it; null where the node is too small to name. */
export function nodeLabel(node: GraphNode, at: Point, zoom: number, theme: GraphTheme, measure: Measure, always: boolean): Label | null {
  const r = node.radius * zoom
  const least = node.name === null ? MIN_LABELLED_RADIUS : NAMED_RADIUS
  if (r < least && !always) return null
  const name = node.name ?? shortAddress(node.id)
  const width = measure(name, TEXT, 500)
  const holdsText = NODE_LOOKS[node.kind].glyph === null
  if (holdsText && 2 * r >= width + INSIDE_MARGIN) return insideLabel(node, at, r, name, width, theme, measure)
  if (holdsText && r >= CUT_RADIUS)
    return insideLabel(node, at, r, truncate(name, 2 * r - INSIDE_MARGIN, measure), 2 * r - INSIDE_MARGIN, theme, measure)
  return SERVICE_KINDS.has(node.kind) ? besideLabel(node, at, r, name, width, theme) : belowLabel(node, at, r, name, width, theme)
}

/** Truncates a name with an ellipsis. A short address has one already, which is dropped. */
function truncate(name: string, room: number, measure: Measure): string {
  let end = name.length
  while (end > 1 && measure(`${name.slice(0, end)}…`, TEXT, 500) > room) end--
  return `${name
    .slice(0, end)
    .replace(/…[^…]*$/, '')
    .trimEnd()}…`
}

function insideLabel(node: GraphNode, at: Point, r: number, name: string, width: number, theme: GraphTheme, measure: Measure): Label {
  const color = textColorOn(nodePaint(node, theme).fill)
  const share = formatPercent(node.percentage)
  const two = r >= TWO_LINES_RADIUS
  const top = two ? at.y - LINE / 2 : at.y
  const lines = [text(name, at.x, top, 500, color, null, 'middle')]
  if (two) lines.push(text(share, at.x, at.y + LINE / 2, 400, color, null, 'middle'))
  const wide = Math.max(width, two ? measure(share, TEXT, 400) : 0)
  return { lines, box: around(at.x - wide / 2, top - LINE / 2, wide, LINE * lines.length), nodeId: node.id, mayCover: false }
}

function besideLabel(node: GraphNode, at: Point, r: number, name: string, width: number, theme: GraphTheme): Label {
  const x = at.x + r + 6
  const line = text(name, x, at.y, node.name === null ? 400 : 500, theme.label, theme.background, 'start')
  return { lines: [line], box: around(x, at.y - LINE / 2, width, LINE), nodeId: node.id, mayCover: false }
}

function belowLabel(node: GraphNode, at: Point, r: number, name: string, width: number, theme: GraphTheme): Label {
  const y = at.y + r + 3 + LINE / 2
  return {
    lines: [text(name, at.x, y, 400, theme.label, theme.background, 'middle')],
    box: around(at.x - width / 2, y - LINE / 2, width, LINE),
    nodeId: node.id,
    mayCover: false,
  }
}

/** A hull narrower than this many pixels gets no label: its wallets are too close together to read one. */
const MIN_HULL_WIDTH = 40
/** The clusters with the lowest numbers get prominent labels. */
const PROMINENT_CLUSTERS = 5
/** A label may be this much wider than its hull before it is shortened to the share. */
const OVERHANG = 1.15

/** Share and size of a cluster, above its hull; null where the hull is too small on the screen. */
export function hullLabel(cluster: GraphCluster, outline: readonly Point[], theme: GraphTheme, measure: Measure, always: boolean): Label | null {
  const [left, right] = [Math.min(...outline.map(({ x }) => x)), Math.max(...outline.map(({ x }) => x))]
  const top = Math.min(...outline.map(({ y }) => y))
  if (right - left < MIN_HULL_WIDTH && !always) return null
  const isProminent = cluster.id < PROMINENT_CLUSTERS
  const weight = isProminent ? 600 : 500
  const share = formatPercent(cluster.pct)
  const whole = `${share} · ${countOf(cluster.holders, 'wallet')}`
  const label = measure(whole, TEXT, weight) <= (right - left) * OVERHANG || isProminent || always ? whole : share
  const width = measure(label, TEXT, weight)
  const [x, y] = [(left + right) / 2, top - 3 - LINE / 2]
  const line = text(label, x, y, weight, isProminent ? theme.label : theme.quiet, theme.background, 'middle')
  return { lines: [line], box: around(x - width / 2, y - LINE / 2, width, LINE), nodeId: null, mayCover: isProminent }
}

/** Keeps each label that overlaps no label kept before it and covers no other node. */
export function cullLabels(labels: Iterable<Label>, window: Box, covers: (label: Label) => boolean): Label[] {
  const kept: Label[] = []
  for (const label of labels) {
    if (overlaps(label.box, window) && !kept.some((other) => overlaps(label.box, other.box)) && !covers(label)) kept.push(label)
  }
  return kept
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

const CLEAR = 2

function around(left: number, top: number, width: number, height: number): Box {
  return { left: left - CLEAR, top, right: left + width + CLEAR, bottom: top + height }
}

function text(
  content: string,
  x: number,
  y: number,
  weight: TextMark['weight'],
  color: string,
  halo: string | null,
  anchor: TextMark['anchor'],
): TextMark {
  return { kind: 'text', x, y, text: content, size: TEXT, weight, color, halo, anchor }
}
