import type { Core } from 'cytoscape'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { HULL_PADDING } from '../elements/style-table.ts'
import type { Camera } from '../painting/scene-labels.ts'

/** Where to look from. The first half is pure; the rest moves cytoscape. */

export interface Extent {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Space around these wallets, in graph units; null for none. */
export function extentOf(ids: Iterable<string>, elements: GraphElements, positions: Positions): Extent | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const id of ids) {
    const [node, at] = [elements.nodeById.get(id), positions.get(id)]
    if (node === undefined || at === undefined) continue
    const reach = node.radius + (node.cluster === null ? 0 : HULL_PADDING)
    left = Math.min(left, at.x - reach)
    top = Math.min(top, at.y - reach)
    right = Math.max(right, at.x + reach)
    bottom = Math.max(bottom, at.y + reach)
  }
  return left > right ? null : { left, top, right, bottom }
}

/** Pixels kept clear at the edges of the panel: the toolbar above, labels all around. */
export const INSETS = { left: 28, top: 60, right: 28, bottom: 28 } as const
/** Closer than this a fit does not go: a lone wallet should not fill the window. */
export const CLOSEST_FIT = 2.2

/** The camera that shows an extent as large as the panel allows, in its middle. */
export function cameraFor(extent: Extent, width: number, height: number, closest = CLOSEST_FIT, insets: Extent = INSETS): Camera {
  const room = { x: Math.max(1, width - insets.left - insets.right), y: Math.max(1, height - insets.top - insets.bottom) }
  const zoom = Math.min(closest, room.x / Math.max(1, extent.right - extent.left), room.y / Math.max(1, extent.bottom - extent.top))
  return {
    zoom,
    panX: insets.left + room.x / 2 - ((extent.left + extent.right) / 2) * zoom,
    panY: insets.top + room.y / 2 - ((extent.top + extent.bottom) / 2) * zoom,
  }
}

/** The best camera under which no wallet lies below a panel: the panels' width or height is kept clear where needed. Pixels of the host. */
export function cameraAround(
  extent: Extent,
  width: number,
  height: number,
  insets: Extent,
  obstacles: readonly Extent[],
  isHidden: (camera: Camera, obstacle: Extent) => boolean,
): Camera {
  const free = cameraFor(extent, width, height, CLOSEST_FIT, insets)
  const inTheWay = obstacles.filter((obstacle) => isHidden(free, obstacle))
  if (inTheWay.length === 0) return free
  const isClearOf = (boxes: readonly Extent[]) => (camera: Camera) => !boxes.some((obstacle) => isHidden(camera, obstacle))
  const steps = [...stepsAside(extent, width, height, insets, inTheWay), ...stepsAside(extent, width, height, insets, obstacles)]
  // Who steps aside for one panel shall not come to lie under another, if that can be.
  for (const boxes of [obstacles, inTheWay]) {
    const best = steps
      .filter(isClearOf(boxes))
      .reduce<Camera | null>((most, camera) => (most === null || camera.zoom > most.zoom * WORTH_IT ? camera : most), null)
    if (best !== null && best.zoom >= free.zoom * LEAST_SHRINK) return best
  }
  return free
}

/** The least steps aside first: towards the side, upwards, or a little of both. */
function stepsAside(extent: Extent, width: number, height: number, insets: Extent, boxes: readonly Extent[]): Camera[] {
  const left = Math.max(insets.left, ...boxes.filter((box) => box.left < width / 2).map((box) => box.right + GAP))
  const right = Math.max(insets.right, ...boxes.filter((box) => box.left >= width / 2).map((box) => width - box.left + GAP))
  const bottom = Math.max(insets.bottom, ...boxes.map((box) => height - box.top + GAP))
  return STEPS_ASIDE.flatMap((share) => [
    { ...insets, left: between(insets.left, left, share), right: between(insets.right, right, share) },
    { ...insets, bottom: between(insets.bottom, bottom, share) },
    {
      ...insets,
      left: between(insets.left, left, share / 2),
      right: between(insets.right, right, share / 2),
      bottom: between(insets.bottom, bottom, share / 2),
    },
  ]).map((room) => cameraFor(extent, width, height, CLOSEST_FIT, room))
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share
const STEPS_ASIDE = [0.2, 0.4, 0.6, 0.8, 1] as const
/** A later, longer step must gain this much to be taken. */
const WORTH_IT = 1.04
const GAP = 10
/** Rather a wallet under the legend than everything this much smaller. */
const LEAST_SHRINK = 0.7

export function cameraOf(cy: Core): Camera {
  const { x, y } = cy.pan()
  return { zoom: cy.zoom(), panX: x, panY: y }
}

const FLIGHT_MS = 260

/** Moves there; at once where movement is unwanted. */
export function flyTo(cy: Core, camera: Camera, still: boolean): void {
  const viewport = { zoom: camera.zoom, pan: { x: camera.panX, y: camera.panY } }
  cy.stop()
  if (still) cy.viewport(viewport)
  else cy.animate({ ...viewport, duration: FLIGHT_MS, easing: 'ease-in-out-cubic' })
}

/** Zooms around the middle of the panel. */
export function zoomBy(cy: Core, factor: number): void {
  cy.stop()
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
}
