import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { partialSnapshotText } from '../../../src-shared/domain/snapshot-diff.ts'
import { grouped, tokenTitle } from '../../../src-shared/domain/shown.ts'
import { countOf } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { computeExtent } from '../cytoscape/camera.ts'
import type { Measure } from '../painting/marks/labels.ts'
import { axisLabels } from '../painting/marks/axis-marks.ts'
import type { Mark, TextMark } from '../painting/marks/mark.ts'
import { bodyLayer, backgroundLayer, type Scene } from '../painting/scene.ts'
import { labelLayer } from '../painting/scene-labels.ts'
import { legendMarks } from './legend-marks.ts'

/** An image to export: layers of marks, each with its own scale. Pure. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly background: string
  readonly font: string
  readonly layers: readonly { readonly scale: number; readonly dx: number; readonly dy: number; readonly marks: readonly Mark[] }[]
}

const MARGIN = 32
const HEADER = 56
const LEGEND = 200
/** Pixels of the graph's longer side, enough for a page or a slide. */
const DRAWING = 1_400
const CLOSEST = 2.2

/** The graph as shown, with the token's name, the time and coverage of the snapshot, the cluster numbers and the legend. */
export function createSheet(shown: Scene, snapshot: SnapshotRecord, measure: Measure): Sheet {
  const scene: Scene = { ...shown, numbered: true }
  const extent = computeExtent(scene.elements.nodeById.keys(), scene.elements, scene.positions) ?? { left: 0, top: 0, right: 1, bottom: 1 }
  const [wide, high] = [extent.right - extent.left, extent.bottom - extent.top]
  const scale = Math.min(CLOSEST, DRAWING / Math.max(wide, high, 1))
  const left = MARGIN + LEGEND
  const [dx, dy] = [left - extent.left * scale, HEADER + MARGIN - extent.top * scale]
  const head = header(scene, snapshot)
  const headerWidth = Math.max(...head.map(({ text, size, weight }) => measure(text, size, weight)))
  const width = Math.ceil(Math.max(left + wide * scale + 4 * MARGIN, headerWidth + 2 * MARGIN))
  const legend = legendMarks(scene.elements, scene.theme, MARGIN, HEADER + MARGIN)
  const height = Math.ceil(Math.max(HEADER + high * scale + 2 * MARGIN, legend.bottom + MARGIN))
  const window = { left: 0, top: HEADER, right: width, bottom: height }
  const labels = labelLayer(scene, { zoom: scale, panX: dx, panY: dy }, window, measure, null, null)
  return {
    width,
    height,
    background: scene.theme.background,
    font: scene.theme.font,
    layers: [
      { scale, dx, dy, marks: [...backgroundLayer(scene, 1 / scale), ...bodyLayer(scene)] },
      {
        scale: 1,
        dx: 0,
        dy: 0,
        marks: [
          ...(scene.axis === null ? [] : axisLabels(scene.axis, { zoom: scale, panX: dx, panY: dy }, { width, height }, scene.theme)),
          ...labels,
          ...head,
          ...legend.marks,
        ],
      },
    ],
  }
}

function header(scene: Scene, snapshot: SnapshotRecord): TextMark[] {
  const line = (text: string, y: number, size: number, weight: TextMark['weight'], color: string): TextMark => ({
    kind: 'text',
    x: MARGIN,
    y,
    text,
    size,
    weight,
    color,
    halo: null,
    anchor: 'start',
  })
  const drawn = scene.elements.nodes.reduce((sum, node) => sum + Math.max(1, node.members.length), 0)
  const listed = snapshot.nodes.length
  const partial = partialSnapshotText(snapshot)
  const facts = [
    `${snapshot.network} ${snapshot.token_address}`,
    `as of ${exactTime(snapshot.timestamp)}`,
    ...(partial === null ? [] : [partial]),
    drawn < listed ? `${grouped(drawn)} of ${countOf(listed, 'address', 'addresses')}` : countOf(drawn, 'address', 'addresses'),
    countOf(scene.elements.links.length, 'link'),
  ]
  return [line(tokenTitle(snapshot.token_metadata), 34, 20, 600, scene.theme.label), line(facts.join('  ·  '), 58, 12, 400, scene.theme.quiet)]
}
