import { formatPercent, countOf } from '../../../format/number.ts'
import { shortAddress } from '../../../format/address.ts'
import type { GraphCluster, GraphNode, Point } from '../../elements/elements.ts'
import { boxOf, overlaps, type Box } from '../../geometry/box.ts'
import { textColorOn } from '../../theme/color.ts'
import { nodePaint } from '../node-paint.ts'
import { LABEL_LINE, labelledRadius, looksLikeService, NODE_STYLES, SERVICE_NAMES_WIDTH, STAR_RING } from '../../elements/style-table.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import type { TextMark } from './mark.ts'

/** Labels in screen pixels: chooses which texts to show at a zoom level so that none overlap. */

/** Width of a label in pixels, in the font of the graph. */
export type Measure = (text: string, size: number, weight: TextMark['weight']) => number

/** One label with all its lines, kept or dropped as a whole. */
export interface Label {
  readonly lines: readonly TextMark[]
  readonly box: Box
  /** The node it belongs to; null for the label of a cluster. */
  readonly nodeId: string | null
  /** The cluster it belongs to; null for the label of a node. */
  readonly cluster: number | null
  /** Important enough to cover nodes. */
  readonly mayCover: boolean
}

const TEXT = 11
/** Pixels by which a circle's diameter must exceed the text inside it. */
const INSIDE_MARGIN = 8
/** A name is not cut shorter than this, even if it then extends beyond its column. */
const MIN_NAME_WIDTH = 48
/** From this radius in pixels the share follows the name, and a name that is too long is truncated instead of placed outside. */
const TWO_LINES_RADIUS = 24

/** Name or address of a node, placed where it has room; null if the node is too small to name. */
export function nodeLabel(node: GraphNode, at: Point, zoom: number, theme: GraphTheme, measure: Measure, always: boolean): Label | null {
  const r = node.radius * zoom
  if (r < labelledRadius(node) && !always) return null
  const name = node.name ?? shortAddress(node.id)
  if (looksLikeService(node)) return besideLabel(node, at, zoom, theme, measure)
  const width = measure(name, TEXT, 500)
  const holdsText = NODE_STYLES[node.kind].glyph === null
  if (holdsText && 2 * r >= width + INSIDE_MARGIN) return insideLabel(node, at, r, name, width, theme, measure)
  if (holdsText && r >= TWO_LINES_RADIUS)
    return insideLabel(node, at, r, truncate(name, 2 * r - INSIDE_MARGIN, measure), 2 * r - INSIDE_MARGIN, theme, measure)
  return belowLabel(node, at, r + (node.creator ? STAR_RING.outer * zoom : 0), name, width, theme)
}

/** Truncates a name with an ellipsis. The ellipsis of a short address is dropped first. */
function truncate(name: string, room: number, measure: Measure): string {
  if (measure(name, TEXT, 500) <= room) return name
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
  const top = two ? at.y - LABEL_LINE / 2 : at.y
  const lines = [text(name, at.x, top, 500, color, null, 'middle')]
  if (two) lines.push(text(share, at.x, at.y + LABEL_LINE / 2, 400, color, null, 'middle'))
  const wide = Math.max(width, two ? measure(share, TEXT, 400) : 0)
  return {
    lines,
    box: around(at.x - wide / 2, top - LABEL_LINE / 2, wide, LABEL_LINE * lines.length),
    nodeId: node.id,
    cluster: null,
    mayCover: false,
  }
}

/** Name and share of a service, within its column. */
function besideLabel(node: GraphNode, at: Point, zoom: number, theme: GraphTheme, measure: Measure): Label {
  const x = at.x + node.radius * zoom + 6
  const weight = node.name === null ? 400 : 500
  const share = formatPercent(node.percentage)
  const shareWidth = measure(share, TEXT, 400) + 5
  const name = truncate(node.name ?? shortAddress(node.id), Math.max(MIN_NAME_WIDTH, SERVICE_NAMES_WIDTH * zoom - 12 - shareWidth), measure)
  const nameWidth = measure(name, TEXT, weight)
  const lines = [
    text(name, x, at.y, weight, theme.label, theme.background, 'start'),
    text(share, x + nameWidth + 5, at.y, 400, theme.quiet, theme.background, 'start'),
  ]
  return { lines, box: around(x, at.y - LABEL_LINE / 2, nameWidth + shareWidth, LABEL_LINE), nodeId: node.id, cluster: null, mayCover: false }
}

function belowLabel(node: GraphNode, at: Point, r: number, name: string, width: number, theme: GraphTheme): Label {
  const y = at.y + r + 3 + LABEL_LINE / 2
  return {
    lines: [text(name, at.x, y, 400, theme.label, theme.background, 'middle')],
    box: around(at.x - width / 2, y - LABEL_LINE / 2, width, LABEL_LINE),
    nodeId: node.id,
    cluster: null,
    mayCover: false,
  }
}

/** A hull narrower than this many pixels gets no label: its wallets are too close together to read one. */
const MIN_HULL_WIDTH = 40
/** The clusters with the lowest numbers get prominent labels. */
const PROMINENT_CLUSTERS = 5
/** A label may be this factor wider than its hull before it is shortened to the share. */
const OVERHANG = 1.15

/**
 * Candidate labels of a cluster, best first: share and size above or below its hull, then the share alone. Empty if the hull is too small on screen.
 */
export function hullLabels(
  cluster: GraphCluster,
  outline: readonly Point[],
  theme: GraphTheme,
  measure: Measure,
  { always, numbered }: { readonly always: boolean; readonly numbered: boolean },
): Label[] {
  const { left, top, right, bottom } = boxOf(outline)
  if (right - left < MIN_HULL_WIDTH && !always) return []
  const isProminent = cluster.id < PROMINENT_CLUSTERS
  const weight = isProminent ? 600 : 500
  const share = `${numbered ? `${cluster.id + 1} · ` : ''}${formatPercent(cluster.pct)}`
  const whole = `${share} · ${countOf(cluster.holders, 'wallet')}`
  const fits = measure(whole, TEXT, weight) <= (right - left) * OVERHANG || isProminent || always
  const x = (left + right) / 2
  return (fits ? [whole, share] : [share]).flatMap((label) =>
    [top - 3 - LABEL_LINE / 2, bottom + 3 + LABEL_LINE / 2].map((y): Label => {
      const width = measure(label, TEXT, weight)
      const line = text(label, x, y, weight, isProminent ? theme.label : theme.quiet, theme.background, 'middle')
      return { lines: [line], box: around(x - width / 2, y - LABEL_LINE / 2, width, LABEL_LINE), nodeId: null, cluster: cluster.id, mayCover: always }
    }),
  )
}

/** Keeps each label that neither overlaps a label kept before it nor covers anything else. Of a cluster's labels, keeps only the first such one. */
export function cullLabels(labels: Iterable<Label>, window: Box, covers: (label: Label) => boolean): Label[] {
  const kept: Label[] = []
  const labelled = new Set<number>()
  for (const label of labels) {
    if (label.cluster !== null && labelled.has(label.cluster)) continue
    if (!overlaps(label.box, window) || kept.some((other) => overlaps(label.box, other.box)) || covers(label)) continue
    kept.push(label)
    if (label.cluster !== null) labelled.add(label.cluster)
  }
  return kept
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
