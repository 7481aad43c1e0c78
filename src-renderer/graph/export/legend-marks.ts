import type { LineKind } from '../elements/elements.ts'
import { LINE_ROWS, NODE_ROWS, type LegendRowId } from '../elements/filter.ts'
import { linkMarks } from '../painting/marks/link-marks.ts'
import type { Mark, TextMark } from '../painting/marks/mark.ts'
import { nodeShapeMark } from '../painting/marks/node-marks.ts'
import { sampleLink, sampleNode } from '../elements/legend-samples.ts'
import type { GraphTheme } from '../theme/theme.ts'

const ROW = 20
const SWATCH = 26

/** The legend for a file: only rows with elements in the graph. Pixels. */
export function legendMarks(counts: ReadonlyMap<LegendRowId, number>, theme: GraphTheme, left: number, top: number): Mark[] {
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
  return marks
}

function lineSwatch(line: LineKind, theme: GraphTheme, left: number, y: number): Mark[] {
  const color = line === 'coin' ? theme.coin : theme.link
  return linkMarks(sampleLink(line), { x: left, y, r: 0 }, { x: left + SWATCH, y, r: 0 }, { color, opacity: 1, thicker: 0, arrows: true }, theme)
}
