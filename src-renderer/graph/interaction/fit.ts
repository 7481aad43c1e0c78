import type { Core } from 'cytoscape'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { CLOSEST_FIT, computeExtent, fitCamera, fitCameraAround, moveCameraTo, readCamera, INSETS, type Camera } from '../cytoscape/camera.ts'
import type { GraphElements, Point, Positions } from '../elements/elements.ts'
import { prefersReducedMotion, type Stage } from '../stage.ts'
import { LABEL_LINE, labelledRadius, looksLikeService, SERVICE_NAMES_WIDTH } from '../elements/style-table.ts'
import { useGraphView } from '../view-store.ts'
import type { Box } from '../geometry/box.ts'

/**
 * The graphs that are still where the last fit put them, with the top of the space that the fit used. Any other graph stays where the user moved the
 * camera. Reading the top again would force a layout of the page.
 */
const fitted = new WeakMap<Core, number>()

export const noteMovedByHand = (cy: Core): void => void fitted.delete(cy)
export const isMovedByHand = (cy: Core): boolean => !fitted.has(cy)

/** Fits the graph again if a change put a node out of view or below the toolbar, unless the user moved the camera. */
export function followGraph(stage: Stage): void {
  const { cy, shown } = stage
  const highest = fitted.get(cy)
  if (highest === undefined) return
  const extent = computeExtent(shown.nodeById.keys(), shown, readPositions(cy))
  if (extent === null) return
  const { zoom, panX, panY } = readCamera(cy)
  const [left, right] = [extent.left * zoom + panX, extent.right * zoom + panX]
  const [top, bottom] = [extent.top * zoom + panY, extent.bottom * zoom + panY]
  if (left < 0 || top < highest || right > cy.width() || bottom > cy.height()) fitAll(stage)
}

/** Measured, because the tools wrap in a narrow panel. */
function toolbarBottom(host: HTMLElement): number {
  const toolbar = host.parentElement?.querySelector<HTMLElement>('[role="toolbar"]')
  return toolbar === null || toolbar === undefined ? 0 : toolbar.offsetTop + toolbar.offsetHeight
}

/** Space for the label of a cluster at the top. */
const TOOLBAR_GAP = LABEL_LINE + 5

/** Fits all shown nodes into the panel, beside the legend and the map. */
export function fitAll(stage: Stage, still = prefersReducedMotion()): void {
  const { cy, shown, host } = stage
  const positions = readPositions(cy)
  const toolbar = toolbarBottom(host)
  fitted.set(cy, toolbar + LABEL_LINE)
  const nodes = computeExtent(shown.nodeById.keys(), shown, positions)
  if (nodes === null) return
  const insets = insetsFor(toolbar)
  const extent = withNames(nodes, shown, positions, fitCamera(nodes, host.clientWidth, host.clientHeight, CLOSEST_FIT, insets).zoom)
  const hidesNode = ({ zoom, panX, panY }: Camera, box: Box): boolean =>
    shown.nodes.some((node) => {
      const at = positions.get(node.id)
      if (at === undefined) return false
      const [x, y, r] = [at.x * zoom + panX, at.y * zoom + panY, node.radius * zoom]
      return x + r > box.left && x - r < box.right && y + r > box.top && y - r < box.bottom
    })
  moveCameraTo(cy, fitCameraAround(extent, host.clientWidth, host.clientHeight, insets, panelsOver(host), hidesNode), still)
}

/** Extends the extent by the names to the right of services that are large enough for a name at this zoom and have no neighbour in the way. */
function withNames(extent: Box, { nodes }: GraphElements, positions: Positions, zoom: number): Box {
  const services = nodes.filter(looksLikeService).map((node) => ({ node, at: positions.get(node.id) }))
  const isFree = (at: Point): boolean =>
    !services.some(
      ({ at: other }) =>
        other !== undefined && other.x > at.x && other.x < at.x + SERVICE_NAMES_WIDTH && Math.abs(other.y - at.y) * zoom < LABEL_LINE,
    )
  let { right } = extent
  for (const { node, at } of services) {
    if (at === undefined || node.radius * zoom < labelledRadius(node)) continue
    const end = at.x + node.radius + SERVICE_NAMES_WIDTH
    if (end > right && isFree(at)) right = end
  }
  return { ...extent, right }
}

/** Fits these nodes into the panel. The camera then stays there, as if the user had moved it. */
export function fitNodes(stage: Stage, ids: Iterable<string>): void {
  const { cy, shown, host } = stage
  const extent = computeExtent(ids, shown, readPositions(cy))
  if (extent === null) return
  noteMovedByHand(cy)
  moveCameraTo(cy, fitCamera(extent, host.clientWidth, host.clientHeight, CLOSEST_FIT, insetsFor(toolbarBottom(host))), prefersReducedMotion())
}

function insetsFor(toolbar: number): Box {
  const { bottom } = useGraphView.getState().layout === 'time' ? { bottom: AXIS_ROOM } : INSETS
  return { ...INSETS, top: Math.max(INSETS.top, toolbar + TOOLBAR_GAP), bottom }
}

/** Space for the labels of the time axis, above the closed legend. */
const AXIS_ROOM = 88

/** The boxes of the legend and the map, in pixels of the host. */
function panelsOver(host: HTMLElement): Box[] {
  const frame = host.getBoundingClientRect()
  const panels = [...(host.parentElement?.querySelectorAll('[data-graph-overlay]') ?? [])].filter((panel) => panel.clientWidth > 0)
  return panels.map((panel) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}
