import { extentOf } from './camera.ts'
import type { GraphElements, Positions } from './elements.ts'
import { scaleOf } from './layout/time-scale.ts'
import type { TimeAxis } from './marks/axis-marks.ts'
import { hullsOf, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'
import { useGraphView, type LayoutName } from './view-store.ts'

let known: { readonly stage: Stage; readonly version: number; readonly layout: LayoutName; readonly scene: Scene } | null = null

/** The scene on the stage now; hulls are computed again only after something moved or changed. */
export function sceneOf(stage: Stage): Scene {
  const version = stage.seats.version
  const { layout } = useGraphView.getState()
  if (known !== null && known.stage === stage && known.version === version && known.layout === layout) return known.scene
  const positions = stage.seats.seats()
  const axis = axisOf(layout, stage.elements, stage.shown, positions)
  const scene = { elements: stage.shown, positions, hulls: hullsOf(stage.shown, positions), theme: stage.theme, axis }
  known = { stage, version, layout, scene }
  return scene
}

/** The axis of the layout by time; null in the others and where no times are known. */
export function axisOf(layout: LayoutName, elements: GraphElements, shown: GraphElements, positions: Positions): TimeAxis | null {
  if (layout !== 'time') return null
  const known = scaleOf(elements)
  const extent = extentOf(shown.nodeById.keys(), shown, positions)
  return known === null || extent === null ? null : { ...known, top: extent.top, bottom: extent.bottom }
}
