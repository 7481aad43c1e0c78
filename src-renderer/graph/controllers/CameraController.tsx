import { useEffect } from 'react'
import { clearSelection, useSelection } from '../../stores/selection.ts'
import { cameraAround, cameraFor, cameraOf, extentOf, flyTo, INSETS, zoomBy, type Extent } from '../camera.ts'
import type { GraphElements, Positions } from '../elements.ts'
import type { Camera } from '../scene-labels.ts'
import { highlightOf } from '../highlight.ts'
import { NAME_FITS_RADIUS } from '../layout/service-column.ts'
import { isOwnChoice } from '../own-choice.ts'
import { useStage, wantsStillness, type Stage } from '../stage.ts'
import { SERVICE_KINDS } from '../style-table.ts'
import { setHover } from '../view-store.ts'
import { useLatest } from '../use-latest.ts'

const ARROW_STEP = 60
const ZOOM_STEP = 1.3

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
  return names ? { ...INSETS, right: NAME_ROOM } : INSETS
}

const NAME_ROOM = 112

/** Legend and map, in pixels of the host. */
function panelsOver(host: HTMLElement): Extent[] {
  const frame = host.getBoundingClientRect()
  const panels = [...(host.parentElement?.querySelectorAll('[data-over-picture]') ?? [])].filter((panel) => panel.clientWidth > 0)
  return panels.map((panel) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}

/** Opens fitted, follows the panel's size, flies to what was selected elsewhere, listens to the keys. */
export function CameraController({ loaded }: { loaded: boolean }): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy, host, token } = stage

  useEffect(() => {
    if (loaded) fitAll(latest.current, true)
    // Only a token or a first load moves the camera: between snapshots it stays where the person put it.
  }, [token, loaded, latest])

  useEffect(() => {
    let moved = false
    const note = (): void => {
      moved = true
    }
    // Cytoscape takes focus away on every press; the keys need it.
    const focus = (): void => host.focus({ preventScroll: true })
    host.addEventListener('pointerdown', note)
    host.addEventListener('pointerup', focus)
    host.addEventListener('wheel', note, { passive: true })
    const observer = new ResizeObserver(() => {
      cy.resize()
      if (!moved) fitAll(latest.current, true)
    })
    observer.observe(host)
    return () => {
      host.removeEventListener('pointerdown', note)
      host.removeEventListener('pointerup', focus)
      host.removeEventListener('wheel', note)
      observer.disconnect()
    }
  }, [cy, host, token, latest])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey) return
      const act = KEYS[event.key]
      if (act === undefined) return
      event.preventDefault()
      act(latest.current)
    }
    host.addEventListener('keydown', press)
    return () => host.removeEventListener('keydown', press)
  }, [host, latest])

  useEffect(
    () =>
      useSelection.subscribe((selection) => {
        // What was chosen in the picture is on the screen already; what was chosen elsewhere may not be.
        if (isOwnChoice()) return
        const highlight = highlightOf(selection, latest.current.shown)
        if (highlight !== null) flyTowards(latest.current, highlight.cluster === null ? highlight.ringed : highlight.nodes)
      }),
    [latest],
  )

  return null
}

const KEYS: Readonly<Record<string, (stage: Stage) => void>> = {
  ArrowLeft: ({ cy }) => void cy.panBy({ x: ARROW_STEP, y: 0 }),
  ArrowRight: ({ cy }) => void cy.panBy({ x: -ARROW_STEP, y: 0 }),
  ArrowUp: ({ cy }) => void cy.panBy({ x: 0, y: ARROW_STEP }),
  ArrowDown: ({ cy }) => void cy.panBy({ x: 0, y: -ARROW_STEP }),
  '+': ({ cy }) => zoomBy(cy, ZOOM_STEP),
  '=': ({ cy }) => zoomBy(cy, ZOOM_STEP),
  '-': ({ cy }) => zoomBy(cy, 1 / ZOOM_STEP),
  f: (stage) => fitAll(stage),
  Escape: () => clearSelection(),
}

/** Flown to with at most this zoom, and only where it is out of sight or too small to see. */
const FLIGHT_ZOOM = 1.4
const LEAST_VISIBLE_PIXELS = 14

function flyTowards(stage: Stage, ids: ReadonlySet<string>): void {
  const extent = extentOf(ids, stage.shown, stage.seats.seats())
  if (extent === null) return
  const { zoom, panX, panY } = cameraOf(stage.cy)
  const [width, height] = [stage.host.clientWidth, stage.host.clientHeight]
  const isInSight =
    extent.left * zoom + panX > 0 && extent.right * zoom + panX < width && extent.top * zoom + panY > 0 && extent.bottom * zoom + panY < height
  const isLarge = (extent.right - extent.left) * zoom > LEAST_VISIBLE_PIXELS
  if (isInSight && isLarge) return
  setHover(null)
  flyTo(stage.cy, cameraFor(extent, width, height, FLIGHT_ZOOM), wantsStillness())
}
