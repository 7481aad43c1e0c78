import { extentOf } from '../cytoscape/camera.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { lately } from '../lately.ts'
import { scaleOf } from '../layout/time-scale.ts'
import type { TimeAxis } from './marks/axis-marks.ts'
import { hullsOf, type Scene } from './scene.ts'
import type { Stage } from '../stage.ts'
import type { GraphTheme } from '../theme/theme.ts'
import { useGraphView, type LayoutName } from '../view-store.ts'

/** The scene on the stage now; hulls are computed again only after something moved or changed. */
export function sceneOf({ elements, shown, seats, theme }: Stage): Scene {
  return sceneWith(elements, shown, seats.seats(), theme)
}

/** The scene that a stage would have with these wallets at these places. */
export function sceneWith(elements: GraphElements, shown: GraphElements, positions: Positions, theme: GraphTheme): Scene {
  return scene(elements, shown, positions, theme, useGraphView.getState().layout)
}

const scene = lately((elements: GraphElements, shown: GraphElements, positions: Positions, theme: GraphTheme, layout: LayoutName): Scene => ({
  elements: shown,
  positions,
  hulls: hullsOf(shown, positions),
  theme,
  axis: axisOf(layout, elements, shown, positions),
}))

/** The axis of the layout by time; null in the others and where no times are known. */
export function axisOf(layout: LayoutName, elements: GraphElements, shown: GraphElements, positions: Positions): TimeAxis | null {
  if (layout !== 'time') return null
  const known = scaleOf(elements)
  const extent = extentOf(shown.nodeById.keys(), shown, positions)
  return known === null || extent === null ? null : { ...known, top: extent.top, bottom: extent.bottom }
}
