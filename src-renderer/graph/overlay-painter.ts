import { useSelection, type SelectionState } from '../stores/selection.ts'
import { cameraOf } from './camera.ts'
import { penOf } from './canvas.ts'
import type { Positions } from './elements.ts'
import { highlightOf } from './highlight.ts'
import { lassoMark } from './marks/lasso-mark.ts'
import { makeReady, paint, paintReady, type Ready } from './marks/paint.ts'
import { measureWith } from './measure.ts'
import { attentionLayer, extrasLayer, groundLayer, hasPlainLinks, hullsOf, linksLayer, plainLinks, shapesLayer, type Scene } from './scene.ts'
import { labelLayer, type Camera } from './scene-labels.ts'
import { axisOf, sceneOf } from './scene-of.ts'
import { axisWords } from './marks/axis-marks.ts'
import type { Stage } from './stage.ts'
import { useGraphView, type GraphView } from './view-store.ts'

/** After this long without movement the layers are painted sharp again. */
const SETTLE_MS = 110
/** Up to this many links are painted with bows, dashes and arrows in every frame of a movement; more, once it rests. */
const RICH_AT_ONCE = 400
/** How much of the picture is covered while something is selected. */
const VEIL = 0.76

/** Of the panel, in CSS pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

interface Moment extends Size {
  readonly scene: Scene
  readonly camera: Camera
  readonly view: GraphView
  readonly selection: SelectionState
}

/**
 * Paints the picture: links and shapes below, labels and what the eye is led to above. While only the camera moves, a layer is
 * moved and scaled as it is, and painted anew when the camera rests.
 */
export class OverlayPainter {
  readonly #under: HTMLCanvasElement
  readonly #over: HTMLCanvasElement
  /** What each layer was last painted for. */
  #ground: Moment | null = null
  #top: Moment | null = null
  #links: { readonly scene: Scene; readonly ready: readonly Ready[] } | null = null
  #shapes: { readonly scene: Scene; readonly ready: readonly Ready[] } | null = null
  /** Links are painted as plain lines because wallets may still be moving. */
  #rough = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(under: HTMLCanvasElement, over: HTMLCanvasElement) {
    this.#under = under
    this.#over = over
  }

  /** Shows the stage as it is now. */
  show(stage: Stage): void {
    const now: Moment = {
      scene: sceneOf(stage),
      camera: cameraOf(stage.cy),
      view: useGraphView.getState(),
      selection: useSelection.getState(),
      // Cytoscape knows its size: asking the page, which has just changed, would lay it out once more.
      width: stage.cy.width(),
      height: stage.cy.height(),
    }
    clearTimeout(this.#timer)
    if (this.#ground === null || !hasSamePicture(this.#ground, now)) this.#paintGround(now, false)
    else move(this.#under, this.#ground.camera, now.camera)
    if (this.#top === null || !hasSamePicture(this.#top, now) || !hasSameAttention(this.#top, now)) this.#paintTop(now)
    else {
      move(this.#over, this.#top.camera, now.camera)
      this.#over.style.visibility = this.#isSharp(now.camera) || !isSparing(now) ? '' : 'hidden'
    }
    if (!this.#isSharp(now.camera)) this.#timer = setTimeout(() => this.#sharpen(now), SETTLE_MS)
  }

  #isSharp(camera: Camera): boolean {
    return !this.#rough && this.#ground !== null && this.#top !== null && isSame(this.#ground.camera, camera) && isSame(this.#top.camera, camera)
  }

  #sharpen(now: Moment): void {
    this.#paintGround(now, true)
    this.#paintTop(now)
  }

  /** Fonts have arrived or the screen has changed: what is painted is stale although nothing moved. */
  forget(): void {
    this.#ground = null
    this.#top = null
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** The whole picture without cytoscape: something true to look at while it gets ready. */
  showBare(stage: Stage, placed: Positions, camera: Camera): void {
    const { shown, theme, host } = stage
    const size = { width: host.clientWidth, height: host.clientHeight }
    const axis = axisOf(useGraphView.getState().layout, stage.elements, shown, placed)
    const scene: Scene = { elements: shown, positions: placed, hulls: hullsOf(shown, placed), theme, axis }
    const ground = clear(this.#under, size)
    inGraphUnits(ground, camera)
    paint(ground, groundLayer(scene, 1 / camera.zoom), theme.font)
    paint(ground, scene.elements.links.length > RICH_AT_ONCE ? plainLinks(scene) : linksLayer(scene), theme.font)
    paint(ground, shapesLayer(scene), theme.font)
    const top = clear(this.#over, size)
    inGraphUnits(top, camera)
    paint(top, extrasLayer(scene), theme.font)
    inPixels(top)
    paint(top, labelLayer(scene, camera, windowOf(size), measureWith(theme.font), null, null), theme.font)
  }

  #paintGround(now: Moment, resting: boolean): void {
    const { scene, camera } = now
    const context = clear(this.#under, now)
    inGraphUnits(context, camera)
    paint(context, groundLayer(scene, 1 / camera.zoom), scene.theme.font)
    this.#rough = !resting && this.#links?.scene !== scene && scene.elements.links.length > RICH_AT_ONCE && !hasPlainLinks(scene.elements)
    if (this.#rough) paint(context, plainLinks(scene), scene.theme.font)
    else paintReady(context, this.#linksOf(scene))
    paintReady(context, this.#shapesOf(scene))
    this.#under.style.transform = ''
    this.#ground = now
  }

  #paintTop(now: Moment): void {
    const { scene, camera, view, selection } = now
    const { font } = scene.theme
    const highlight = highlightOf(selection, scene.elements)
    const context = clear(this.#over, now)
    if (highlight !== null) veil(context, scene.theme.ground)
    inGraphUnits(context, camera)
    if (highlight === null) paint(context, extrasLayer(scene), font)
    paint(context, attentionLayer(scene, { highlight, hover: view.hover, pinned: view.pinned, trail: view.trail }, 1 / camera.zoom), font)
    inPixels(context)
    if (scene.axis !== null) paint(context, axisWords(scene.axis, camera, now, scene.theme), font)
    paint(context, labelLayer(scene, camera, windowOf(now), measureWith(font), highlight, view.hover), font)
    if (view.lasso !== null) paint(context, lassoMark(view.lasso, scene.theme), font)
    this.#over.style.transform = ''
    this.#over.style.visibility = ''
    this.#top = now
  }

  #shapesOf(scene: Scene): readonly Ready[] {
    if (this.#shapes?.scene !== scene) this.#shapes = { scene, ready: makeReady(shapesLayer(scene)) }
    return this.#shapes.ready
  }

  #linksOf(scene: Scene): readonly Ready[] {
    if (this.#links?.scene !== scene) this.#links = { scene, ready: makeReady(linksLayer(scene)) }
    return this.#links.ready
  }
}

/** In a large picture labels and glyphs wait until it rests: one layer less in every frame. What is pointed at stays. */
function isSparing({ scene, view, selection }: Moment): boolean {
  return hasPlainLinks(scene.elements) && view.trail.length === 0 && highlightOf(selection, scene.elements) === null
}

function hasSamePicture(a: Moment, b: Moment): boolean {
  return a.scene === b.scene && a.width === b.width && a.height === b.height
}

function hasSameAttention(a: Moment, b: Moment): boolean {
  return a.view === b.view && a.selection === b.selection
}

/** Moves a painted layer to where the camera is now. */
function move(canvas: HTMLCanvasElement, from: Camera, to: Camera): void {
  const scale = to.zoom / from.zoom
  canvas.style.transform = isSame(from, to) ? '' : `translate(${to.panX - from.panX * scale}px, ${to.panY - from.panY * scale}px) scale(${scale})`
}

function isSame(a: Camera, b: Camera): boolean {
  return a.zoom === b.zoom && a.panX === b.panX && a.panY === b.panY
}

function clear(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D {
  const [width, height] = [Math.round(size.width * devicePixelRatio), Math.round(size.height * devicePixelRatio)]
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const context = penOf(canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}

function veil(context: CanvasRenderingContext2D, ground: string): void {
  context.globalAlpha = VEIL
  context.fillStyle = ground
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

function windowOf({ width, height }: Size): { left: number; top: number; right: number; bottom: number } {
  return { left: 0, top: 0, right: width, bottom: height }
}
