import { useEffect, useRef } from 'react'
import { cameraFor, cameraOf, extentOf, type Extent } from '../camera.ts'
import { penOf } from '../canvas.ts'
import { sceneOf } from '../scene-of.ts'
import type { Camera } from '../scene-labels.ts'
import { fillOf } from '../theme.ts'
import { useStage, type Stage } from '../stage.ts'
import styles from './MiniMap.module.css'
import { useLatest } from '../use-latest.ts'

const WIDTH = 152
const HEIGHT = 96
const MARGIN: Extent = { left: 6, top: 6, right: 6, bottom: 6 }
const LEAST_DOT = 0.8
/** The frame never leaves the map. */
const EDGE = 2

/** The whole picture in a corner, with a frame around what the panel shows. Drag the frame to look elsewhere. */
export function MiniMap() {
  const stage = useStage()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    const draw = (): void => {
      if (canvas.current !== null) paintMap(canvas.current, latest.current)
    }
    draw()
    cy.on('render', draw)
    return () => {
      cy.off('render', draw)
    }
  }, [cy, latest])
  const look = (event: React.PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const map = mapCamera(latest.current)
    if (map === null) return
    const [x, y] = [(event.clientX - box.left - map.panX) / map.zoom, (event.clientY - box.top - map.panY) / map.zoom]
    const zoom = cy.zoom()
    cy.stop()
    cy.pan({ x: cy.width() / 2 - x * zoom, y: cy.height() / 2 - y * zoom })
  }
  return <canvas ref={canvas} className={styles['map']} data-over-picture aria-hidden="true" onPointerDown={look} onPointerMove={look} />
}

const cameras = new WeakMap<object, Camera>()

function mapCamera(stage: Stage): Camera | null {
  const scene = sceneOf(stage)
  const known = cameras.get(scene)
  if (known !== undefined) return known
  const extent = extentOf(stage.shown.nodeById.keys(), stage.shown, stage.seats.seats())
  if (extent === null) return null
  const camera = cameraFor(extent, WIDTH, HEIGHT, 1, MARGIN)
  cameras.set(scene, camera)
  return camera
}

/** The dots change seldom, the frame always: they are kept as a bitmap. */
const dots = new WeakMap<object, HTMLCanvasElement>()

function paintMap(canvas: HTMLCanvasElement, stage: Stage): void {
  const scale = devicePixelRatio
  if (canvas.width !== WIDTH * scale) [canvas.width, canvas.height] = [WIDTH * scale, HEIGHT * scale]
  const map = mapCamera(stage)
  if (map === null) return
  const context = penOf(canvas)
  const scene = sceneOf(stage)
  const bitmap = dots.get(scene) ?? drawDots(stage, map)
  dots.set(scene, bitmap)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
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
    context.beginPath()
    context.arc(at.x * map.zoom + map.panX, at.y * map.zoom + map.panY, Math.max(LEAST_DOT, node.radius * map.zoom), 0, 2 * Math.PI)
    context.fill()
  }
  return bitmap
}
