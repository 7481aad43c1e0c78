import { memoizeRecent } from '../../ui/memoize-recent.ts'
import type { Box } from '../geometry/box.ts'
import type { Highlight } from '../elements/highlight.ts'
import type { Hover } from '../view-store.ts'
import type { Frame } from './frame.ts'
import type { Measure } from './marks/labels.ts'
import type { TextMark } from './marks/mark.ts'
import { measureWith } from './measure-text.ts'
import type { Scene } from './scene.ts'
import { labelLayer } from './scene-labels.ts'

/** The labels of a frame. Labels without selection and hover may have been computed ahead. */
export function frameLabels({ scene, camera, width, height }: Frame, highlight: Highlight | null, hover: Hover | null): TextMark[] {
  const measure = measureWith(scene.theme.font)
  if (highlight === null && hover === null) return plainLabels(scene, camera.zoom, camera.panX, camera.panY, width, height, measure)
  return labelLayer(scene, camera, panelBox(width, height), measure, highlight, hover)
}

const plainLabels = memoizeRecent((scene: Scene, zoom: number, panX: number, panY: number, width: number, height: number, measure: Measure) =>
  labelLayer(scene, { zoom, panX, panY }, panelBox(width, height), measure, null, null),
)

function panelBox(width: number, height: number): Box {
  return { left: 0, top: 0, right: width, bottom: height }
}
