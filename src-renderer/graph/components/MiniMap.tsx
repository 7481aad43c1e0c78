import { useEffect, useRef } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import { fitCamera, readCamera, computeExtent, type Camera } from '../cytoscape/camera.ts'
import type { Box } from '../geometry/box.ts'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { Positions } from '../elements/elements.ts'
import { NODE_STYLES, SHAPE_SCALE } from '../elements/style-table.ts'
import { useLatest } from '../interaction/use-latest.ts'
import { contextOf } from '../painting/canvas.ts'
import { afterPaint } from '../first-paint.ts'
import { shapePath } from '../painting/marks/shapes.ts'
import { useStage, type Stage } from '../stage.ts'
import { fillOf } from '../theme/theme.ts'
import styles from './MiniMap.module.css'

const WIDTH = 152
const HEIGHT = 96
const MARGIN: Box = { left: 6, top: 6, right: 6, bottom: 6 }
const MIN_RADIUS = 0.8
/** Smaller nodes are drawn as squares: at two pixels they look like discs and paint ten times as fast. */
const MIN_ROUND_RADIUS = 1
/** Pixels between the viewport's rectangle and the edge of the map. */
const EDGE = 2

/** The nodes as a bitmap, which changes less often than the viewport over it. */
interface NodesImage {
  readonly stage: Stage
  readonly positions: Positions
  /** Box of all nodes, in graph units; null without nodes. */
  readonly extent: Box | null
  /** Null without nodes. */
  readonly painted: { readonly camera: Camera; readonly bitmap: HTMLCanvasElement } | null
}

/** The whole graph in a corner, with a rectangle around the visible part. A click or drag in it moves the camera. */
export function MiniMap() {
  const stage = useStage()
  const canvas = useRef<HTMLCanvasElement>(null)
  const image = useRef<NodesImage | null>(null)
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    let cancel = (): void => undefined
    const draw = (): void => {
      if (canvas.current === null) return
      const isHidden = !isPartShown(latest.current, image.current)
      canvas.current.hidden = isHidden
      if (!isHidden) paintMap(canvas.current, latest.current, image.current?.painted ?? null)
      const { stage, positions } = image.current ?? {}
      if (stage === latest.current && positions === readPositions(cy)) return
      cancel()
      cancel = afterPaint(() => {
        cancel = whenIdle(() => {
          image.current = paintNodes(latest.current)
          draw()
        })
      })
    }
    draw()
    cy.on('render', draw)
    return () => {
      cy.off('render', draw)
      cancel()
    }
  }, [cy, stage, latest])
  const moveCamera = (event: React.PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const map = image.current?.painted?.camera
    if (map === undefined) return
    const [x, y] = [(event.clientX - box.left - map.panX) / map.zoom, (event.clientY - box.top - map.panY) / map.zoom]
    const zoom = cy.zoom()
    cy.stop()
    cy.pan({ x: cy.width() / 2 - x * zoom, y: cy.height() / 2 - y * zoom })
  }
  return (
    <canvas
      ref={canvas}
      hidden
      className={styles['map']}
      data-graph-overlay
      aria-hidden="true"
      onPointerDown={moveCamera}
      onPointerMove={moveCamera}
    />
  )
}

/** Whether part of the graph is outside the panel. Otherwise the map would only cover nodes. */
function isPartShown({ cy }: Stage, image: NodesImage | null): boolean {
  if (image === null || image.extent === null) return false
  const { zoom, panX, panY } = readCamera(cy)
  const { left, top, right, bottom } = image.extent
  return left * zoom + panX < 0 || top * zoom + panY < 0 || right * zoom + panX > cy.width() || bottom * zoom + panY > cy.height()
}

function paintMap(canvas: HTMLCanvasElement, { cy, theme }: Stage, nodes: NodesImage['painted']): void {
  const scale = devicePixelRatio
  if (canvas.width !== WIDTH * scale) [canvas.width, canvas.height] = [WIDTH * scale, HEIGHT * scale]
  const context = contextOf(canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (nodes === null) return
  const { camera: map, bitmap } = nodes
  context.drawImage(bitmap, 0, 0)
  const { zoom, panX, panY } = readCamera(cy)
  const toMap = (x: number, y: number): [number, number] => [((x - panX) / zoom) * map.zoom + map.panX, ((y - panY) / zoom) * map.zoom + map.panY]
  const [[left, top], [right, bottom]] = [toMap(0, 0), toMap(cy.width(), cy.height())]
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.strokeStyle = theme.accent
  context.lineWidth = 1.5
  const [x, y] = [Math.max(EDGE, left), Math.max(EDGE, top)]
  context.strokeRect(x, y, Math.min(WIDTH - EDGE, right) - x, Math.min(HEIGHT - EDGE, bottom) - y)
}

function paintNodes(stage: Stage): NodesImage {
  const positions = readPositions(stage.cy)
  const extent = computeExtent(stage.shown.nodeById.keys(), stage.shown, positions)
  if (extent === null) return { stage, positions, extent, painted: null }
  const camera = fitCamera(extent, WIDTH, HEIGHT, 1, MARGIN)
  const scale = devicePixelRatio
  const bitmap = document.createElement('canvas')
  ;[bitmap.width, bitmap.height] = [WIDTH * scale, HEIGHT * scale]
  const context = contextOf(bitmap)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  for (const node of stage.shown.nodes) {
    const at = positions.get(node.id)
    if (at === undefined) continue
    context.fillStyle = node.kind === 'pool' ? stage.theme.pool : node.kind === 'exchange' ? stage.theme.exchange : fillOf(stage.theme, node.cluster)
    const [x, y, r] = [at.x * camera.zoom + camera.panX, at.y * camera.zoom + camera.panY, Math.max(MIN_RADIUS, node.radius * camera.zoom)]
    const { shape } = NODE_STYLES[node.kind]
    if (r <= MIN_ROUND_RADIUS) context.fillRect(x - r, y - r, 2 * r, 2 * r)
    else context.fill(new Path2D(shapePath(shape, x, y, r * SHAPE_SCALE[shape])))
  }
  return { stage, positions, extent, painted: { camera, bitmap } }
}
