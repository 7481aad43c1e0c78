import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { fitCameraAround, computeExtent, moveCameraTo, INSETS, type Camera, type Extent } from '../cytoscape/camera.ts'
import type { GraphElements } from '../elements/elements.ts'
import { prefersReducedMotion, type Stage } from '../stage.ts'
import { SERVICE_KINDS } from '../elements/style-table.ts'
import { useGraphView } from '../view-store.ts'

/** Fits all shown nodes into the panel, beside the legend and the map. */
export function fitAll(stage: Stage, still = prefersReducedMotion()): void {
  const { cy, shown, host } = stage
  const positions = readPositions(cy)
  const extent = computeExtent(shown.nodeById.keys(), shown, positions)
  if (extent === null) return
  const hidesNode = ({ zoom, panX, panY }: Camera, box: Extent): boolean =>
    shown.nodes.some((node) => {
      const at = positions.get(node.id)
      if (at === undefined) return false
      const [x, y, r] = [at.x * zoom + panX, at.y * zoom + panY, node.radius * zoom]
      return x + r > box.left && x - r < box.right && y + r > box.top && y - r < box.bottom
    })
  moveCameraTo(cy, fitCameraAround(extent, host.clientWidth, host.clientHeight, insetsFor(shown), panelsOver(host), hidesNode), still)
}

/** Services are at the right edge and have their names beside them. */
function insetsFor({ nodes }: GraphElements): Extent {
  const names = nodes.some((node) => SERVICE_KINDS.has(node.kind) && node.name !== null)
  const { bottom } = useGraphView.getState().layout === 'time' ? { bottom: AXIS_ROOM } : INSETS
  return { ...INSETS, bottom, right: names ? NAME_ROOM : INSETS.right }
}

const NAME_ROOM = 136
/** Space for the labels of the time axis, above the closed legend. */
const AXIS_ROOM = 88

/** Legend and map, in pixels of the host. */
function panelsOver(host: HTMLElement): Extent[] {
  const frame = host.getBoundingClientRect()
  const panels = [...(host.parentElement?.querySelectorAll('[data-graph-overlay]') ?? [])].filter((panel) => panel.clientWidth > 0)
  return panels.map((panel) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}
