import { cameraAround, extentOf, flyTo, INSETS, type Extent } from './camera.ts'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { NAME_FITS_RADIUS } from '../layout/service-column.ts'
import type { Camera } from '../painting/scene-labels.ts'
import { wantsStillness, type Stage } from '../stage.ts'
import { SERVICE_KINDS } from '../elements/style-table.ts'
import { useGraphView } from '../view-store.ts'

/** Fits everything that is shown into the panel. */
export function fitAll(stage: Stage, still = wantsStillness()): void {
  const camera = wholeCamera(stage, stage.seats.seats())
  if (camera !== null) flyTo(stage.cy, camera, still)
}

/** The camera that shows everything beside the legend and the map; null for an empty picture. */
export function wholeCamera(stage: Stage, positions: Positions): Camera | null {
  const { shown, host } = stage
  const extent = extentOf(shown.nodeById.keys(), shown, positions)
  if (extent === null) return null
  return cameraAround(extent, host.clientWidth, host.clientHeight, insetsFor(shown), panelsOver(host), ({ zoom, panX, panY }, box) =>
    shown.nodes.some((node) => {
      const at = positions.get(node.id)
      if (at === undefined) return false
      const [x, y, r] = [at.x * zoom + panX, at.y * zoom + panY, node.radius * zoom]
      return x + r > box.left && x - r < box.right && y + r > box.top && y - r < box.bottom
    }),
  )
}

/** Services stand at the right edge and carry their names beside them. */
function insetsFor({ nodes }: GraphElements): Extent {
  const names = nodes.some((node) => SERVICE_KINDS.has(node.kind) && node.name !== null && node.radius < NAME_FITS_RADIUS)
  const { bottom } = useGraphView.getState().layout === 'time' ? { bottom: AXIS_ROOM } : INSETS
  return { ...INSETS, bottom, right: names ? NAME_ROOM : INSETS.right }
}

const NAME_ROOM = 112
/** The words of the time axis, above the closed legend. */
const AXIS_ROOM = 88

/** Legend and map, in pixels of the host. */
function panelsOver(host: HTMLElement): Extent[] {
  const frame = host.getBoundingClientRect()
  const panels = [...(host.parentElement?.querySelectorAll('[data-over-picture]') ?? [])].filter((panel) => panel.clientWidth > 0)
  return panels.map((panel) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}
