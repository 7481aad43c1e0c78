import { useEffect, useRef } from 'react'
import { cameraFor, cameraOf, extentOf, type Extent } from '../cytoscape/camera.ts'
import { penOf } from '../painting/canvas.ts'
import { shapePath } from '../painting/marks/shapes.ts'
import type { Camera } from '../painting/scene-labels.ts'
import { fillOf } from '../theme/theme.ts'
import { useStage, type SeatBook, type Stage } from '../stage.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { NODE_LOOKS, SHAPE_SCALE } from '../elements/style-table.ts'
import styles from './MiniMap.module.css'
import { useLatest } from '../interaction/use-latest.ts'

const WIDTH = 152
const HEIGHT = 96
const MARGIN: Extent = { left: 6, top: 6, right: 6, bottom: 6 }
const LEAST_DOT = 0.8
const LEAST_ROUND = 1
/** The frame never leaves the map. */
const EDGE = 2

/** The whole picture in a corner, with a frame around what the panel shows. Drag the frame to look elsewhere. */
export function MiniMap() {
  const stage = useStage()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useLatest(stage)
  const { cy, seats } = stage
  useEffect(() => {
    const draw = (): void => {
      if (canvas.current !== null) paintFrame(canvas.current, latest.current)
    }
    cy.on('render', draw)
    return () => {
      cy.off('render', draw)
    }
  }, [cy, latest])
  useEffect(() => {
    let callOff = (): void => undefined
    // The dots follow when the picture itself stands.
    const later = (): void => {
      callOff()
      callOff = whenIdle(() => {
        if (canvas.current === null) return
        keepDots(latest.current)
        paintFrame(canvas.current, latest.current)
      })
    }
    later()
    const stop = seats.onMove(later)
    return () => {
      stop()
      callOff()
    }
  }, [stage, seats, latest])
  const look = (event: React.PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const map = kept.get(latest.current.seats)?.camera
    if (map === undefined) return
    const [x, y] = [(event.clientX - box.left - map.panX) / map.zoom, (event.clientY - box.top - map.panY) / map.zoom]
    const zoom = cy.zoom()
    cy.stop()
    cy.pan({ x: cy.width() / 2 - x * zoom, y: cy.height() / 2 - y * zoom })
  }
  return <canvas ref={canvas} className={styles['map']} data-over-picture aria-hidden="true" onPointerDown={look} onPointerMove={look} />
}

interface Dots {
  readonly camera: Camera
  readonly bitmap: HTMLCanvasElement
}

/** The dots change seldom, the frame always: they are kept as a bitmap, of each picture that is mounted. */
const kept = new WeakMap<SeatBook, Dots>()

function keepDots(stage: Stage): void {
  const extent = extentOf(stage.shown.nodeById.keys(), stage.shown, stage.seats.seats())
  if (extent === null) return void kept.delete(stage.seats)
  const camera = cameraFor(extent, WIDTH, HEIGHT, 1, MARGIN)
  kept.set(stage.seats, { camera, bitmap: drawDots(stage, camera) })
}

function paintFrame(canvas: HTMLCanvasElement, stage: Stage): void {
  const scale = devicePixelRatio
  if (canvas.width !== WIDTH * scale) [canvas.width, canvas.height] = [WIDTH * scale, HEIGHT * scale]
  const context = penOf(canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  const dots = kept.get(stage.seats)
  if (dots === undefined) return
  const { camera: map, bitmap } = dots
  context.drawImage(bitmap, 0, 0)
  const { zoom, panX, panY } = cameraOf(stage.cy)
  const toMap = (x: number, y: number): [number, number] => [((x - panX) / zoom) * map.zoom + map.panX, ((y - panY) / zoom) * map.zoom + map.panY]
  const [[left, top], [right, bottom]] = [toMap(0, 0), toMap(stage.cy.width(), stage.cy.height())]
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.strokeStyle = stage.theme.accent
  context.lineWidth = 1.5
  const [x, y] = [Math.max(EDGE, left), Math.max(EDGE, top)]
  context.strokeRect(x, y, Math.min(WIDTH - EDGE, right) - x, Math.min(HEIGHT - EDGE, bottom) - y)
}

function drawDots(stage: Stage, map: Camera): HTMLCanvasElement {
  const scale = devicePixelRatio
  const bitmap = document.createElement('canvas')
  ;[bitmap.width, bitmap.height] = [WIDTH * scale, HEIGHT * scale]
  const context = penOf(bitmap)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const seats = stage.seats.seats()
  for (const node of stage.shown.nodes) {
    const at = seats.get(node.id)
    if (at === undefined) continue
    context.fillStyle = node.kind === 'pool' ? stage.theme.pool : node.kind === 'exchange' ? stage.theme.exchange : fillOf(stage.theme, node.cluster)
    const [x, y, r] = [at.x * map.zoom + map.panX, at.y * map.zoom + map.panY, Math.max(LEAST_DOT, node.radius * map.zoom)]
    // Nobody tells a disc of two pixels from a square, which is painted ten times as fast.
    const { shape } = NODE_LOOKS[node.kind]
    if (r <= LEAST_ROUND) context.fillRect(x - r, y - r, 2 * r, 2 * r)
    else context.fill(new Path2D(shapePath(shape, x, y, r * SHAPE_SCALE[shape])))
  }
  return bitmap
}
