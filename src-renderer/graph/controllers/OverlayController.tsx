import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSelection } from '../../stores/selection.ts'
import { cameraOf } from '../camera.ts'
import type { Positions } from '../elements.ts'
import { highlightOf } from '../highlight.ts'
import { paint } from '../marks/paint.ts'
import { forgetWidths, measureWith } from '../measure.ts'
import { bodyLayer, attentionLayer, extrasLayer, groundLayer, hullsOf, type Scene } from '../scene.ts'
import { labelLayer, type Camera } from '../scene-labels.ts'
import { sceneOf } from '../scene-of.ts'
import { useStage, type Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { wholeCamera } from './CameraController.tsx'
import { lassoMark } from '../marks/lasso-mark.ts'

interface Props {
  readonly under: HTMLCanvasElement
  readonly over: HTMLCanvasElement
  readonly placed: Positions
  /** Cytoscape has the elements; until then the overlay paints the whole picture itself. */
  readonly ready: boolean
}

/** Paints what lies under and over cytoscape's own canvas: hulls, labels, glyphs, selection, the lasso. */
export function OverlayController({ under, over, placed, ready }: Props): null {
  const stage = useStage()
  const latest = useRef({ stage, placed, ready })
  latest.current = { stage, placed, ready }
  const { cy } = stage

  useLayoutEffect(() => {
    if (!ready) paintBare(under, over, latest.current.stage, placed)
    else paintLayers(under, over, latest.current.stage)
  })

  useEffect(() => {
    let frame = 0
    const draw = (): void => {
      frame = 0
      if (latest.current.ready) paintLayers(under, over, latest.current.stage)
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    // Cytoscape says when it has drawn: painting in the same frame keeps labels from trailing behind shapes.
    cy.on('render', draw)
    const stops = [useGraphView.subscribe(later), useSelection.subscribe(later)]
    const written = (): void => {
      forgetWidths()
      later()
    }
    document.fonts.addEventListener('loadingdone', written)
    void document.fonts.load(`500 11px ${latest.current.stage.theme.font}`).then(written)
    return () => {
      cancelAnimationFrame(frame)
      cy.off('render', draw)
      document.fonts.removeEventListener('loadingdone', written)
      for (const stop of stops) stop()
    }
  }, [cy, under, over])
  return null
}

/** How much of the picture shows through while something is selected. */
const VEIL = 0.76

function paintLayers(under: HTMLCanvasElement, over: HTMLCanvasElement, stage: Stage): void {
  const scene = sceneOf(stage)
  const camera = cameraOf(stage.cy)
  const view = useGraphView.getState()
  const highlight = highlightOf(useSelection.getState(), scene.elements)
  const unit = 1 / camera.zoom

  const ground = clear(under, stage.host)
  inGraphUnits(ground, camera)
  paint(ground, groundLayer(scene, unit), stage.theme.font)

  const top = clear(over, stage.host)
  if (highlight !== null) veil(top, stage)
  inGraphUnits(top, camera)
  if (highlight === null) paint(top, extrasLayer(scene), stage.theme.font)
  paint(top, attentionLayer(scene, { highlight, hover: view.hover, pinned: view.pinned }, unit), stage.theme.font)
  inPixels(top)
  paint(top, labelLayer(scene, camera, windowOf(stage), measureWith(stage.theme.font), highlight, view.hover), stage.theme.font)
  if (view.lasso !== null) paint(top, lassoMark(view.lasso, stage.theme), stage.theme.font)
}

/** The whole picture without cytoscape: something true to look at while it gets ready. */
function paintBare(under: HTMLCanvasElement, over: HTMLCanvasElement, stage: Stage, placed: Positions): void {
  const scene: Scene = { elements: stage.shown, positions: placed, hulls: hullsOf(stage.shown, placed), theme: stage.theme }
  const camera = wholeCamera(stage, placed)
  if (camera === null) return
  const ground = clear(under, stage.host)
  inGraphUnits(ground, camera)
  paint(ground, groundLayer(scene, 1 / camera.zoom), stage.theme.font)
  const top = clear(over, stage.host)
  inGraphUnits(top, camera)
  paint(top, bodyLayer(scene), stage.theme.font)
  inPixels(top)
  paint(top, labelLayer(scene, camera, windowOf(stage), measureWith(stage.theme.font), null, null), stage.theme.font)
}

function clear(canvas: HTMLCanvasElement, host: HTMLElement): CanvasRenderingContext2D {
  const [width, height] = [Math.round(host.clientWidth * devicePixelRatio), Math.round(host.clientHeight * devicePixelRatio)]
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser gives no 2D canvas.')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}

function veil(context: CanvasRenderingContext2D, stage: Stage): void {
  context.globalAlpha = VEIL
  context.fillStyle = stage.theme.ground
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.globalAlpha = 1
}

function inGraphUnits(context: CanvasRenderingContext2D, { zoom, panX, panY }: Camera): void {
  const scale = devicePixelRatio
  context.setTransform(scale * zoom, 0, 0, scale * zoom, scale * panX, scale * panY)
}

function inPixels(context: CanvasRenderingContext2D): void {
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
}

function windowOf(stage: Stage): { left: number; top: number; right: number; bottom: number } {
  return { left: 0, top: 0, right: stage.host.clientWidth, bottom: stage.host.clientHeight }
}
