import { LRUCache } from 'lru-cache'
import { identityKey, RECENT } from '../../ui/memoize-recent.ts'
import { computeExtent } from '../cytoscape/camera.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { readScale } from '../layout/time-scale.ts'
import type { Stage } from '../stage.ts'
import type { GraphTheme } from '../theme/theme.ts'
import { useGraphView, type LayoutName } from '../view-store.ts'
import type { TimeAxis } from './marks/axis-marks.ts'
import { computeHulls, type Scene } from './scene.ts'

/** The scene of the current state of cytoscape. */
export function currentScene({ cy, elements, shown, theme }: Stage): Scene {
  return sceneAt(elements, shown, readPositions(cy), theme)
}

const scenes = new LRUCache<string, Scene>({ max: RECENT })

/**
 * The scene with the nodes at these positions. Equal positions give the same scene, so a frame prerendered for a snapshot is found when its nodes
 * reach their predicted positions.
 */
export function sceneAt(elements: GraphElements, shown: GraphElements, positions: Positions, theme: GraphTheme): Scene {
  const { layout } = useGraphView.getState()
  const key = identityKey(elements, shown, theme, layout)
  const known = scenes.get(key)
  if (known !== undefined && hasSamePositions(known.positions, positions)) return known
  const scene: Scene = { elements: shown, positions, hulls: computeHulls(shown, positions), theme, axis: axisOf(layout, elements, shown, positions) }
  scenes.set(key, scene)
  return scene
}

function hasSamePositions(a: Positions, b: Positions): boolean {
  if (a === b) return true
  if (a.size !== b.size) return false
  for (const [id, { x, y }] of b) {
    const at = a.get(id)
    if (at?.x !== x || at.y !== y) return false
  }
  return true
}

/** The axis of the layout by time; null in other layouts, and if no times are known. */
function axisOf(layout: LayoutName, elements: GraphElements, shown: GraphElements, positions: Positions): TimeAxis | null {
  if (layout !== 'time') return null
  const known = readScale(elements)
  const extent = computeExtent(shown.nodeById.keys(), shown, positions)
  return known === null || extent === null ? null : { ...known, top: extent.top, bottom: extent.bottom }
}
