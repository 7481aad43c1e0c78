import { useEffect } from 'react'
import { selectCluster, selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { readCamera } from '../cytoscape/camera.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { Point } from '../elements/elements.ts'
import { isInside } from '../geometry/hull.ts'
import { selectInGraph } from './selection-origin.ts'
import { useStage, type Stage } from '../stage.ts'
import { setLasso, useGraphView } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** A movement below this distance is a click, in pixels. */
const CLICK_REACH = 4

/** Shift+drag adds the wallets inside the drawn line to the selection. Shift+click adds or removes one. */
export function LassoController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { host } = stage
  useEffect(() => {
    let line: Point[] | null = null
    const at = (event: MouseEvent): Point => {
      const box = host.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    const down = (event: MouseEvent): void => {
      if (!event.shiftKey || event.button !== 0) return
      event.stopPropagation()
      event.preventDefault()
      host.focus({ preventScroll: true })
      line = [at(event)]
    }
    const move = (event: MouseEvent): void => {
      if (line === null) return
      line = [...line, at(event)]
      setLasso(line)
    }
    const up = (): void => {
      if (line === null) return
      const drawn = line
      line = null
      setLasso(null)
      const [start] = drawn
      if (start === undefined) return
      const isClick = drawn.every(({ x, y }) => Math.hypot(x - start.x, y - start.y) < CLICK_REACH)
      if (isClick) toggleAt(latest.current, start)
      else addInside(latest.current, drawn)
    }
    // The capture phase runs before cytoscape pans.
    host.addEventListener('mousedown', down, { capture: true })
    window.addEventListener('mousemove', move)
    window.addEventListener('mouseup', up)
    return () => {
      host.removeEventListener('mousedown', down, { capture: true })
      window.removeEventListener('mousemove', move)
      window.removeEventListener('mouseup', up)
    }
  }, [host, latest])
  return null
}

function toggleAt(stage: Stage, pixel: Point): void {
  const hover = useGraphView.getState().hover
  if (hover?.kind === 'node') return selectInGraph(() => toggleNode(stage, hover.id))
  const { zoom, panX, panY } = readCamera(stage.cy)
  const point = { x: (pixel.x - panX) / zoom, y: (pixel.y - panY) / zoom }
  for (const node of stage.shown.nodes) {
    const at = readPositions(stage.cy).get(node.id)
    if (at !== undefined && Math.hypot(at.x - point.x, at.y - point.y) <= node.radius) return selectInGraph(() => toggleNode(stage, node.id))
  }
}

function toggleNode(stage: Stage, id: string): void {
  const node = stage.elements.nodeById.get(id)
  if (node?.kind === 'group') selectCluster(node.cluster)
  else toggleWallet(id)
}

function addInside(stage: Stage, line: readonly Point[]): void {
  const { zoom, panX, panY } = readCamera(stage.cy)
  const caught = stage.shown.nodes.filter((node) => {
    const at = readPositions(stage.cy).get(node.id)
    return at !== undefined && isInside(line, { x: at.x * zoom + panX, y: at.y * zoom + panY })
  })
  if (caught.length === 0) return
  const wallets = new Set([...useSelection.getState().wallets, ...caught.flatMap((node) => (node.members.length > 0 ? node.members : [node.id]))])
  selectInGraph(() => selectWallets([...wallets]))
}
