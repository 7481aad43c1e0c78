import { useEffect } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { CLOSEST_FIT, computeExtent, readCamera } from '../cytoscape/camera.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import { READABLE_RADIUS } from '../elements/style-table.ts'
import { fitAll, fitNodes, isMovedByHand, noteMovedByHand } from './fit.ts'
import { computeHighlight } from '../elements/highlight.ts'
import { GRAPH_KEYS } from './keys.ts'
import { isSelectedInGraph } from './selection-origin.ts'
import { useStage, type Stage } from '../stage.ts'
import { setHover } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** Follows the size of the panel, moves to selections made outside the graph, and handles keys. */
export function CameraController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy, host, token } = stage

  useEffect(() => {
    const note = (): void => noteMovedByHand(cy)
    // Cytoscape removes the focus on every press, but the keys need it.
    const focus = (): void => host.focus({ preventScroll: true })
    host.addEventListener('pointerdown', note)
    host.addEventListener('pointerup', focus)
    host.addEventListener('wheel', note, { passive: true })
    const observer = new ResizeObserver(() => {
      cy.resize()
      if (!isMovedByHand(cy)) fitAll(latest.current, true)
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
        // A selection made in the graph is already in view.
        if (isSelectedInGraph()) return
        const highlight = computeHighlight(selection, latest.current.shown)
        if (highlight !== null) bringIntoView(latest.current, highlight.cluster === null ? highlight.ringed : highlight.nodes)
      }),
    [latest],
  )

  return null
}

/** Wallets that together take this share of the panel are readable, however small they are. */
const LARGE_SHARE = 0.5

/** Moves the camera if a selection is out of view, or so small that its wallets have no labels. */
function bringIntoView(stage: Stage, ids: ReadonlySet<string>): void {
  const extent = computeExtent(ids, stage.shown, readPositions(stage.cy))
  if (extent === null) return
  const { zoom, panX, panY } = readCamera(stage.cy)
  const [width, height] = [stage.host.clientWidth, stage.host.clientHeight]
  const isInView =
    extent.left * zoom + panX > 0 && extent.right * zoom + panX < width && extent.top * zoom + panY > 0 && extent.bottom * zoom + panY < height
  const radii = [...ids].flatMap((id) => stage.shown.nodeById.get(id)?.radius ?? []).sort((a, b) => a - b)
  const middle = radii[Math.floor((radii.length - 1) / 2)] ?? 0
  const share = Math.max((extent.right - extent.left) / width, (extent.bottom - extent.top) / height) * zoom
  const isReadable = zoom >= CLOSEST_FIT || middle * zoom >= READABLE_RADIUS || (ids.size > 1 && share >= LARGE_SHARE)
  if (isInView && isReadable) return
  setHover(null)
  fitNodes(stage, ids)
}
