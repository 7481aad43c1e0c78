import { countOf, formatPercent } from '../../format/number.ts'
import type { GraphElements, LineKind } from '../elements/elements.ts'
import { countRows, LINE_ROWS, NODE_ROWS, type NodeRow } from '../elements/filter.ts'
import { linkMarks } from '../painting/marks/link-marks.ts'
import type { Mark, TextMark } from '../painting/marks/mark.ts'
import { nodeShapeMark } from '../painting/marks/node-marks.ts'
import { sampleLink, sampleNode } from '../elements/legend-samples.ts'
import type { GraphTheme } from '../theme/theme.ts'

const CLUSTERED: NodeRow = { id: 'clustered', label: '', kind: 'wallet' }
const ROW = 20
const SWATCH = 26

/** More clusters than this are shown as a number. */
const MAX_CLUSTERS = 20

/** The legend of an exported image: only rows with elements in the graph, then the clusters with their numbers. Pixels. */
export function legendMarks(elements: GraphElements, theme: GraphTheme, left: number, top: number): { marks: Mark[]; bottom: number } {
  const counts = countRows(elements)
  const marks: Mark[] = []
  let y = top + ROW / 2
  const label = (text: string): TextMark => ({
    kind: 'text',
    x: left + SWATCH + 8,
    y,
    text,
    size: 12,
    weight: 400,
    color: theme.label,
    halo: null,
    anchor: 'start',
  })
  for (const row of NODE_ROWS) {
    const count = counts.get(row.id) ?? 0
    if (count === 0) continue
    marks.push(nodeShapeMark(sampleNode(row), { x: left + SWATCH / 2, y }, theme), label(`${row.label} (${count})`))
    y += ROW
  }
  for (const row of LINE_ROWS) {
    const count = counts.get(row.id) ?? 0
    if (count === 0) continue
    marks.push(...lineSwatch(row.id, theme, left, y), label(`${row.label} (${count})`))
    y += ROW
  }
  const byNumber = elements.clusters.toSorted((a, b) => a.id - b.id)
  if (byNumber.length > 0) {
    y += ROW / 2
    marks.push({ ...label('Clusters'), x: left, weight: 600 })
    y += ROW
  }
  for (const cluster of byNumber.slice(0, MAX_CLUSTERS)) {
    const swatch = nodeShapeMark({ ...sampleNode(CLUSTERED), cluster: cluster.id }, { x: left + SWATCH / 2, y }, theme)
    marks.push(swatch, label(`${cluster.id + 1} · ${formatPercent(cluster.pct)} · ${countOf(cluster.holders, 'wallet')}`))
    y += ROW
  }
  if (byNumber.length > MAX_CLUSTERS) {
    marks.push(label(`${countOf(byNumber.length - MAX_CLUSTERS, 'more cluster')}`))
    y += ROW
  }
  return { marks, bottom: y }
}

function lineSwatch(line: LineKind, theme: GraphTheme, left: number, y: number): Mark[] {
  const color = line === 'coin' ? theme.coin : theme.link
  return linkMarks(sampleLink(line), { x: left, y, r: 0 }, { x: left + SWATCH, y, r: 0 }, { color, opacity: 1, thicker: 0, arrows: true }, theme)
}
