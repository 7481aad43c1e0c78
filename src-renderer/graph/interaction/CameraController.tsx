import { useEffect } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { cameraFor, cameraOf, extentOf, flyTo } from '../cytoscape/camera.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { fitAll } from '../cytoscape/fit.ts'
import { highlightOf } from '../elements/highlight.ts'
import { GRAPH_KEYS } from './keys.ts'
import { isOwnChoice } from './selection-origin.ts'
import { useStage, prefersReducedMotion, type Stage } from '../stage.ts'
import { setHover } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** Follows the panel's size, flies to what was selected elsewhere, listens to the keys. */
export function CameraController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy, host, token } = stage

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
      const found = GRAPH_KEYS.find(({ keys }) => keys.includes(event.key))
      if (found === undefined) return
      event.preventDefault()
      found.act(latest.current)
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

/** Flown to with at most this zoom, and only where it is out of sight or too small to see. */
const FLIGHT_ZOOM = 1.4
const LEAST_VISIBLE_PIXELS = 14

function flyTowards(stage: Stage, ids: ReadonlySet<string>): void {
  const extent = extentOf(ids, stage.shown, readPositions(stage.cy))
  if (extent === null) return
  const { zoom, panX, panY } = cameraOf(stage.cy)
  const [width, height] = [stage.host.clientWidth, stage.host.clientHeight]
  const isInSight =
    extent.left * zoom + panX > 0 && extent.right * zoom + panX < width && extent.top * zoom + panY > 0 && extent.bottom * zoom + panY < height
  const isLarge = (extent.right - extent.left) * zoom > LEAST_VISIBLE_PIXELS
  if (isInSight && isLarge) return
  setHover(null)
  flyTo(stage.cy, cameraFor(extent, width, height, FLIGHT_ZOOM), prefersReducedMotion())
}
