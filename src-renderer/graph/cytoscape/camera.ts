import type { Core } from 'cytoscape'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { HULL_PADDING } from '../elements/style-table.ts'
import { boxOf, type Box } from '../geometry/box.ts'

/** Maps graph units to screen pixels: screen = graph × zoom + pan. */
export interface Camera {
  readonly zoom: number
  readonly panX: number
  readonly panY: number
}

/** Computes cameras (pure) and moves cytoscape's. */

/** Bounding box of these nodes, in graph units; null for none. */
export function computeExtent(ids: Iterable<string>, elements: GraphElements, positions: Positions): Box | null {
  const circles = [...ids].flatMap((id) => {
    const [node, at] = [elements.nodeById.get(id), positions.get(id)]
    return node === undefined || at === undefined ? [] : { x: at.x, y: at.y, r: node.radius + (node.cluster === null ? 0 : HULL_PADDING) }
  })
  return circles.length === 0 ? null : boxOf(circles)
}

/** Pixels kept clear at the edges of the panel, for the toolbar above and labels all around. */
export const INSETS = { left: 28, top: 60, right: 28, bottom: 28 } as const
/** Maximum zoom of a fit: a single wallet should not fill the panel. */
export const CLOSEST_FIT = 2.2

/** The camera that centres an extent and makes it as large as the panel allows. */
export function fitCamera(extent: Box, width: number, height: number, closest = CLOSEST_FIT, insets: Box = INSETS): Camera {
  const room = { x: Math.max(1, width - insets.left - insets.right), y: Math.max(1, height - insets.top - insets.bottom) }
  const zoom = Math.min(closest, room.x / Math.max(1, extent.right - extent.left), room.y / Math.max(1, extent.bottom - extent.top))
  return {
    zoom,
    panX: insets.left + room.x / 2 - ((extent.left + extent.right) / 2) * zoom,
    panY: insets.top + room.y / 2 - ((extent.top + extent.bottom) / 2) * zoom,
  }
}

/** The camera with the highest zoom under which obstacles, such as the legend, hide no node. Pixels of the host. */
export function fitCameraAround(
  extent: Box,
  width: number,
  height: number,
  insets: Box,
  obstacles: readonly Box[],
  isHidden: (camera: Camera, obstacle: Box) => boolean,
): Camera {
  const free = fitCamera(extent, width, height, CLOSEST_FIT, insets)
  const covering = obstacles.filter((obstacle) => isHidden(free, obstacle))
  if (covering.length === 0) return free
  const isClearOf = (boxes: readonly Box[]) => (camera: Camera) => !boxes.some((obstacle) => isHidden(camera, obstacle))
  const shifted = [...shiftedCameras(extent, width, height, insets, covering), ...shiftedCameras(extent, width, height, insets, obstacles)]
  // Avoiding one obstacle should not put a node below another, if possible.
  for (const boxes of [obstacles, covering]) {
    const best = shifted
      .filter(isClearOf(boxes))
      .reduce<Camera | null>((most, camera) => (most === null || camera.zoom > most.zoom * MIN_GAIN ? camera : most), null)
    if (best !== null && best.zoom >= free.zoom * MIN_ZOOM_SHARE) return best
  }
  return free
}

/** Cameras that avoid the obstacles sideways, upwards, or a little of both, in order of increasing shift. */
function shiftedCameras(extent: Box, width: number, height: number, insets: Box, boxes: readonly Box[]): Camera[] {
  const left = Math.max(insets.left, ...boxes.filter((box) => box.left < width / 2).map((box) => box.right + GAP))
  const right = Math.max(insets.right, ...boxes.filter((box) => box.left >= width / 2).map((box) => width - box.left + GAP))
  const bottom = Math.max(insets.bottom, ...boxes.map((box) => height - box.top + GAP))
  return SHIFTS.flatMap((share) => [
    { ...insets, left: between(insets.left, left, share), right: between(insets.right, right, share) },
    { ...insets, bottom: between(insets.bottom, bottom, share) },
    {
      ...insets,
      left: between(insets.left, left, share / 2),
      right: between(insets.right, right, share / 2),
      bottom: between(insets.bottom, bottom, share / 2),
    },
  ]).map((room) => fitCamera(extent, width, height, CLOSEST_FIT, room))
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share
const SHIFTS = [0.2, 0.4, 0.6, 0.8, 1] as const
/** A larger shift must gain this factor in zoom to be preferred. */
const MIN_GAIN = 1.04
const GAP = 10
/** A zoom below this share of the unobstructed one is worse than a hidden node. */
const MIN_ZOOM_SHARE = 0.7

export function readCamera(cy: Core): Camera {
  const { x, y } = cy.pan()
  return { zoom: cy.zoom(), panX: x, panY: y }
}

const FLIGHT_MS = 260

/** Moves the camera, without animation if `still`. */
export function moveCameraTo(cy: Core, camera: Camera, still: boolean): void {
  const viewport = { zoom: camera.zoom, pan: { x: camera.panX, y: camera.panY } }
  cy.stop()
  if (still) cy.viewport(viewport)
  else cy.animate({ ...viewport, duration: FLIGHT_MS, easing: 'ease-in-out-cubic' }).forceRender()
}

/** Zooms around the centre of the panel. */
export function zoomBy(cy: Core, factor: number): void {
  cy.stop()
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
}
