import { memoizeRecent } from '../../ui/memoize-recent.ts'
import { useSelection, type SelectionState } from '../../stores/selection.ts'
import { readCamera } from '../cytoscape/camera.ts'
import type { GraphElements } from '../elements/elements.ts'
import { computeHighlight } from '../elements/highlight.ts'
import { awaitPaint, stopAwaiting } from '../first-paint.ts'
import { markPerformance } from '../performance-marks.ts'
import type { Stage } from '../stage.ts'
import { useGraphView, type GraphView } from '../view-store.ts'
import { BackgroundPainter } from './background-painter.ts'
import { clearCanvas, isSameCamera, moveCanvas, toGraphUnits, toPixels } from './canvas-layer.ts'
import { currentScene } from './current-scene.ts'
import { frameKey, type Frame } from './frame.ts'
import { frameLabels } from './frame-labels.ts'
import { axisLabels } from './marks/axis-marks.ts'
import { lassoMark } from './marks/lasso-mark.ts'
import { prepareMarks, paint, paintPrepared } from './marks/paint.ts'
import { PrerenderedFrames } from './prerendered-frames.ts'
import { backgroundLayer, extrasLayer, foregroundLayer, hasPlainLinks, linksLayer, plainLinks, shapesLayer, type Scene } from './scene.ts'
import type { Camera } from '../cytoscape/camera.ts'

/** After this time without movement, the layers are painted sharp again. */
const SETTLE_MS = 110
/** Up to this many links are painted with bows, dashes and arrows in every frame of a movement. More are painted so only once it rests. */
const MAX_RICH_LINKS = 400
/** Opacity of the veil over the graph while something is selected. */
const VEIL_OPACITY = 0.76

/** A frame with everything its foreground shows. */
interface FullFrame extends Frame {
  readonly view: GraphView
  readonly selection: SelectionState
}

/** `plain`: nodes may still be moving, so links are straight. */
type Quality = 'full' | 'plain'

/**
 * Paints the state of cytoscape on two canvases: links and shapes on the background; labels, selection and hover on the foreground. While only the
 * camera moves, the canvases are moved and scaled, and painted again once it rests. The background of a large graph is painted in a worker. Until it
 * arrives, the canvas keeps the previous frame.
 */
export class GraphPainter {
  readonly #backgroundCanvas: HTMLCanvasElement
  readonly #foregroundCanvas: HTMLCanvasElement
  /** The frame that each canvas was last painted for. */
  #background: FullFrame | null = null
  #foreground: FullFrame | null = null
  #quality: Quality = 'full'
  /** The frame to show. */
  #wanted: FullFrame | null = null
  /** The frame that the worker is painting. */
  #pending: FullFrame | null = null
  /** The elements last reported to the performance timeline. */
  #marked: GraphElements | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #worker = new BackgroundPainter()
  readonly #prerendered = new PrerenderedFrames(this.#worker)

  constructor(background: HTMLCanvasElement, foreground: HTMLCanvasElement) {
    this.#backgroundCanvas = background
    this.#foregroundCanvas = foreground
  }

  /** Shows the current state of cytoscape. */
  show(stage: Stage): void {
    const frame: FullFrame = {
      scene: currentScene(stage),
      camera: readCamera(stage.cy),
      view: useGraphView.getState(),
      selection: useSelection.getState(),
      // Reading the size from the element would force a layout of the page.
      width: stage.cy.width(),
      height: stage.cy.height(),
    }
    const isRequested = this.#wanted !== null && hasSameScene(this.#wanted, frame)
    this.#wanted = frame
    clearTimeout(this.#timer)
    if (this.#background !== null && hasSameScene(this.#background, frame)) moveCanvas(this.#backgroundCanvas, this.#background.camera, frame.camera)
    else if (!this.#isLarge(frame.scene)) this.#paintBackground(frame, false)
    else {
      if (!isRequested) awaitPaint()
      if (!this.#showPrerendered(frame)) {
        if (!isRequested) this.#paintInWorker(frame)
        this.#follow(frame)
      }
    }
    this.#showForeground(frame)
  }

  /** Prerenders other scenes for the current view. Small scenes are fast enough without it. */
  prerender(scenes: readonly Scene[]): void {
    const frame = this.#wanted
    if (frame !== null) this.#prerendered.prerender(scenes.filter((scene) => this.#isLarge(scene)).map((scene) => ({ ...frame, scene })))
  }

  /** Whether frames are prerendered for the current view. */
  get isPrerendered(): boolean {
    return this.#wanted !== null && this.#prerendered.isFor(this.#wanted)
  }

  clearPrerendered(): void {
    this.#prerendered.clear()
  }

  /** Fonts have loaded or the theme has changed, so painted frames are stale although nothing moved. */
  invalidate(): void {
    this.#wanted = null
    this.#background = null
    this.#foreground = null
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#prerendered.clear()
    this.#worker.stop()
    stopAwaiting()
  }

  #showPrerendered(frame: FullFrame): boolean {
    const bitmap = this.#prerendered.find(frame)
    if (bitmap === null) return false
    this.#worker.cancel()
    this.#pending = null
    this.#drawBitmap(bitmap, frame)
    return true
  }

  /** Moves the current frame with the camera while the worker paints its replacement. */
  #follow({ camera }: FullFrame): void {
    if (this.#background !== null) moveCanvas(this.#backgroundCanvas, this.#background.camera, camera)
    if (this.#foreground !== null) moveCanvas(this.#foregroundCanvas, this.#foreground.camera, camera)
  }

  #showForeground(frame: FullFrame): void {
    if (this.#background === null || !hasSameScene(this.#background, frame)) return
    if (this.#foreground === null || !hasSameScene(this.#foreground, frame) || !hasSameAttention(this.#foreground, frame))
      this.#paintForeground(frame)
    else {
      moveCanvas(this.#foregroundCanvas, this.#foreground.camera, frame.camera)
      this.#foregroundCanvas.style.visibility = this.#isAtRest(frame.camera) || !hidesLabelsWhileMoving(frame) ? '' : 'hidden'
    }
    if (this.#quality !== 'full' || !this.#isAtRest(frame.camera)) this.#timer = setTimeout(() => this.#sharpen(frame), SETTLE_MS)
  }

  /** Whether both canvases were painted for this camera. */
  #isAtRest(camera: Camera): boolean {
    return [this.#background, this.#foreground].every((painted) => painted !== null && isSameCamera(painted.camera, camera))
  }

  #sharpen(frame: FullFrame): void {
    if (this.#isLarge(frame.scene)) {
      if (this.#pending === null || frameKey(this.#pending) !== frameKey(frame)) this.#paintInWorker(frame)
      return
    }
    this.#paintBackground(frame, true)
    this.#paintForeground(frame)
  }

  #paintInWorker(frame: FullFrame): void {
    this.#pending = frame
    this.#worker.paint(frame, (bitmap) => {
      if (this.#pending === frame) this.#pending = null
      const wanted = this.#wanted ?? frame
      if (bitmap === null) return this.#sharpen(wanted)
      this.#prerendered.keep(frame, bitmap)
      // If scenes change faster than the worker paints, each finished frame is shown with its own labels.
      const shown = hasSameScene(frame, wanted) ? wanted : frame
      this.#drawBitmap(bitmap, frame)
      this.#paintForeground(shown)
      moveCanvas(this.#backgroundCanvas, frame.camera, shown.camera)
      if (shown === wanted) this.#showForeground(shown)
      else this.#follow(wanted)
    })
  }

  #drawBitmap(bitmap: ImageBitmap, frame: FullFrame): void {
    clearCanvas(this.#backgroundCanvas, frame).drawImage(bitmap, 0, 0)
    this.#setBackground(frame, 'full')
  }

  #paintBackground(frame: FullFrame, isResting: boolean): void {
    const { scene, camera } = frame
    const context = clearCanvas(this.#backgroundCanvas, frame)
    toGraphUnits(context, camera)
    paint(context, backgroundLayer(scene, 1 / camera.zoom), scene.theme.font)
    const isPlain = !isResting && scene.elements.links.length > MAX_RICH_LINKS && !hasPlainLinks(scene.elements)
    if (isPlain) paint(context, plainLinks(scene), scene.theme.font)
    else paintPrepared(context, preparedLinks(scene))
    paintPrepared(context, preparedShapes(scene))
    this.#setBackground(frame, isPlain ? 'plain' : 'full')
  }

  #setBackground(frame: FullFrame, quality: Quality): void {
    this.#backgroundCanvas.style.transform = ''
    this.#background = frame
    this.#quality = quality
  }

  #paintForeground(frame: FullFrame): void {
    const { scene, camera, view, selection } = frame
    const { font } = scene.theme
    const highlight = computeHighlight(selection, scene.elements)
    const context = clearCanvas(this.#foregroundCanvas, frame)
    if (highlight !== null) paintVeil(context, scene.theme.background)
    toGraphUnits(context, camera)
    if (highlight === null) paint(context, extrasLayer(scene), font)
    paint(context, foregroundLayer(scene, { highlight, hover: view.hover, pinned: view.pinned, trail: view.trail }, 1 / camera.zoom), font)
    toPixels(context)
    if (scene.axis !== null) paint(context, axisLabels(scene.axis, camera, frame, scene.theme), font)
    paint(context, frameLabels(frame, highlight, view.hover), font)
    if (view.lasso !== null) paint(context, lassoMark(view.lasso, scene.theme), font)
    this.#foregroundCanvas.style.transform = ''
    this.#foregroundCanvas.style.visibility = ''
    this.#markPainted(scene.elements)
    this.#foreground = frame
  }

  #markPainted(elements: GraphElements): void {
    if (this.#marked !== elements) markPerformance('painted')
    this.#marked = elements
    if (this.#pending === null) stopAwaiting()
  }

  #isLarge(scene: Scene): boolean {
    return hasPlainLinks(scene.elements) && this.#worker.isAvailable
  }
}

const preparedLinks = memoizeRecent((scene: Scene) => prepareMarks(linksLayer(scene)), 1)
const preparedShapes = memoizeRecent((scene: Scene) => prepareMarks(shapesLayer(scene)), 1)

/** In a large graph, labels and glyphs are hidden during movement, which saves one layer per frame. Selection and trail stay. */
function hidesLabelsWhileMoving({ scene, view, selection }: FullFrame): boolean {
  return hasPlainLinks(scene.elements) && view.trail.length === 0 && computeHighlight(selection, scene.elements) === null
}

/** Whether both show the same scene in the same panel, with any camera. */
function hasSameScene(a: Frame, b: Frame): boolean {
  return a.scene === b.scene && a.width === b.width && a.height === b.height
}

function hasSameAttention(a: FullFrame, b: FullFrame): boolean {
  return a.view === b.view && a.selection === b.selection
}

function paintVeil(context: CanvasRenderingContext2D, color: string): void {
  context.globalAlpha = VEIL_OPACITY
  context.fillStyle = color
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.globalAlpha = 1
}
