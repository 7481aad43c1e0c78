import type { Sight } from './background-painter.ts'
import type { Highlight } from '../elements/highlight.ts'
import { lately } from '../lately.ts'
import type { Measure } from './marks/labels.ts'
import type { TextMark } from './marks/mark.ts'
import { measureWith } from './measure-text.ts'
import type { Scene } from './scene.ts'
import { labelLayer } from './scene-labels.ts'
import type { Hover } from '../view-store.ts'

/** The labels of a picture as it is seen; where nothing is selected or pointed at they may have been placed ahead. */
export function labelsOf({ scene, camera, width, height }: Sight, highlight: Highlight | null, hover: Hover | null): TextMark[] {
  const measure = measureWith(scene.theme.font)
  if (highlight === null && hover === null) return plainLabels(scene, camera.zoom, camera.panX, camera.panY, width, height, measure)
  return labelLayer(scene, camera, windowOf(width, height), measure, highlight, hover)
}

const plainLabels = lately((scene: Scene, zoom: number, panX: number, panY: number, width: number, height: number, measure: Measure) =>
  labelLayer(scene, { zoom, panX, panY }, windowOf(width, height), measure, null, null),
)

function windowOf(width: number, height: number): { left: number; top: number; right: number; bottom: number } {
  return { left: 0, top: 0, right: width, bottom: height }
}
