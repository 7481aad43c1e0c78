import { useSelection, type SelectionState } from '../../stores/selection.ts'
import { cameraOf } from '../cytoscape/camera.ts'
import type { GraphElements } from '../elements/elements.ts'
import { GroundPainter, type Sight } from './background-painter.ts'
import { highlightOf } from '../elements/highlight.ts'
import { hasSameSight, PicturesAhead } from './prerendered-frames.ts'
import { lassoMark } from './marks/lasso-mark.ts'
import { makeReady, paint, paintReady, type Ready } from './marks/paint.ts'
import { markMoment } from '../performance-marks.ts'
import { attentionLayer, extrasLayer, groundLayer, hasPlainLinks, linksLayer, plainLinks, plainShapes, shapesLayer, type Scene } from './scene.ts'
import { clear, inGraphUnits, inPixels, isSame, move } from './canvas-layer.ts'
import { labelsOf } from './frame-labels.ts'
import type { Camera } from './scene-labels.ts'
import { sceneOf } from './current-scene.ts'
import { axisWords } from './marks/axis-marks.ts'
import type { Stage } from '../stage.ts'
import { useGraphView, type GraphView } from '../view-store.ts'

/** After this long without movement the layers are painted sharp again. */
const SETTLE_MS = 110
/** Up to this many links are painted with bows, dashes and arrows in every frame of a movement; more, once it rests. */
const RICH_AT_ONCE = 400
/** How much of the picture is covered while something is selected. */
const VEIL = 0.76

interface Moment extends Sight {
  readonly view: GraphView
  readonly selection: SelectionState
}

/**
 * Paints the picture: links and shapes below, labels and what the eye is led to above. While only the camera moves, a layer is
 * moved and scaled as it is, and painted anew when the camera rests. The ground of a large picture is painted in a worker; until
 * it comes, the picture before stays as a whole, or of another moment's picture everything but the links is there at once.
 */
export class OverlayPainter {
  readonly #under: HTMLCanvasElement
  readonly #over: HTMLCanvasElement
  /** What each layer was last painted for. */
  #ground: Moment | null = null
  #top: Moment | null = null
  #links: { readonly scene: Scene; readonly ready: readonly Ready[] } | null = null
  #shapes: { readonly scene: Scene; readonly ready: readonly Ready[] } | null = null
  /** Links are painted as plain lines because wallets may still be moving, or not at all. */
  #rough: 'plain' | 'none' | null = null
  /** What was painted last, and whether with its links. */
  #told: { readonly elements: GraphElements; readonly isWhole: boolean } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What is to be on the screen. */
  #wanted: Moment | null = null
  /** What the worker was asked for and has not brought yet. */
  #awaited: Moment | null = null
  readonly #away = new GroundPainter()
  readonly #ahead = new PicturesAhead(this.#away)

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
    const asked = this.#wanted !== null && hasSamePicture(this.#wanted, now)
    this.#wanted = now
    clearTimeout(this.#timer)
    if (this.#ground !== null && hasSamePicture(this.#ground, now)) move(this.#under, this.#ground.camera, now.camera)
    else if (!this.#isLarge(now)) this.#paintGround(now, false)
    else if (!this.#putAhead(now) && (!asked || this.#ground === null)) {
      // The worker paints while the page sketches.
      this.#paintAway(now)
      if (this.#ground?.scene.elements !== now.scene.elements) this.#sketch(now)
    }
    this.#showTop(now)
  }

  /** Paints pictures of other scenes, as they would be seen now, for when they are shown; small ones are painted in time anyway. */
  prepare(scenes: readonly Scene[]): void {
    const now = this.#wanted
    if (now !== null) this.#ahead.prepare(scenes.filter((scene) => this.#isLarge({ scene })).map((scene) => ({ ...now, scene })))
  }

  /** Whether pictures are painted ahead for what is seen now: from elsewhere they are no use. */
  get isPrepared(): boolean {
    return this.#wanted !== null && this.#ahead.isFor(this.#wanted)
  }

  /** Closes what was painted ahead. */
  unprepare(): void {
    this.#ahead.drop()
  }

  #putAhead(now: Moment): boolean {
    const bitmap = this.#ahead.find(now)
    if (bitmap === null) return false
    this.#away.callOff()
    this.#awaited = null
    this.#putBitmap(bitmap, now)
    return true
  }

  /** All but the links: a hand on the slider sees the moment it is at before the worker has painted it. */
  #sketch(now: Moment): void {
    const { scene, camera } = now
    const context = clear(this.#under, now)
    inGraphUnits(context, camera)
    paint(context, groundLayer(scene, 1 / camera.zoom), scene.theme.font)
    paintReady(context, makeReady(plainShapes(scene)))
    this.#rough = 'none'
    this.#putGround(now)
  }

  #showTop(now: Moment): void {
    if (this.#ground === null || !hasSamePicture(this.#ground, now)) return
    if (this.#top === null || !hasSamePicture(this.#top, now) || !hasSameAttention(this.#top, now)) this.#paintTop(now)
    else {
      move(this.#over, this.#top.camera, now.camera)
      this.#over.style.visibility = this.#isStill(now.camera) || !isSparing(now) ? '' : 'hidden'
    }
    if (!this.#isSharp(now.camera)) this.#timer = setTimeout(() => this.#sharpen(now), SETTLE_MS)
  }

  #isSharp(camera: Camera): boolean {
    return this.#rough === null && this.#isStill(camera)
  }

  /** Whether the layers lie where they were painted for. */
  #isStill(camera: Camera): boolean {
    return this.#ground !== null && this.#top !== null && isSame(this.#ground.camera, camera) && isSame(this.#top.camera, camera)
  }

  #sharpen(now: Moment): void {
    if (this.#isLarge(now)) {
      if (this.#awaited === null || !hasSameSight(this.#awaited, now)) this.#paintAway(now)
      return
    }
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
    this.#ahead.drop()
    this.#away.stop()
  }

  #paintAway(now: Moment): void {
    this.#awaited = now
    this.#away.paint(now, (bitmap) => {
      if (this.#awaited === now) this.#awaited = null
      const wanted = this.#wanted ?? now
      if (bitmap === null) return this.#sharpen(wanted)
      this.#ahead.keep(now, bitmap)
      // Another moment is sketched already.
      if (wanted.scene.elements !== now.scene.elements) return
      // A hand that is faster than the worker sees the pictures on its way, each with its own labels.
      const shown = hasSamePicture(now, wanted) ? wanted : now
      this.#putBitmap(bitmap, now)
      this.#paintTop(shown)
      move(this.#under, now.camera, shown.camera)
      this.#showTop(shown)
    })
  }

  #putBitmap(bitmap: ImageBitmap, now: Moment): void {
    clear(this.#under, now).drawImage(bitmap, 0, 0)
    this.#rough = null
    this.#putGround(now)
  }

  #paintGround(now: Moment, resting: boolean): void {
    const { scene, camera } = now
    const context = clear(this.#under, now)
    inGraphUnits(context, camera)
    paint(context, groundLayer(scene, 1 / camera.zoom), scene.theme.font)
    const isPlain = !resting && this.#links?.scene !== scene && scene.elements.links.length > RICH_AT_ONCE && !hasPlainLinks(scene.elements)
    this.#rough = isPlain ? 'plain' : null
    if (isPlain) paint(context, plainLinks(scene), scene.theme.font)
    else paintReady(context, this.#linksOf(scene))
    paintReady(context, this.#shapesOf(scene))
    this.#putGround(now)
  }

  #putGround(now: Moment): void {
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
    paint(context, labelsOf(now, highlight, view.hover), font)
    if (view.lasso !== null) paint(context, lassoMark(view.lasso, scene.theme), font)
    this.#over.style.transform = ''
    this.#over.style.visibility = ''
    this.#tell(now)
    this.#top = now
  }

  #tell({ scene: { elements } }: Moment): void {
    const had = this.#told?.elements === elements ? this.#told : null
    const isWhole = this.#rough !== 'none'
    if (had === null) markMoment('sketched')
    if (isWhole && had?.isWhole !== true) markMoment('painted')
    this.#told = { elements, isWhole: isWhole || had?.isWhole === true }
  }

  #isLarge({ scene }: Pick<Moment, 'scene'>): boolean {
    return hasPlainLinks(scene.elements) && this.#away.isPossible
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

function veil(context: CanvasRenderingContext2D, ground: string): void {
  context.globalAlpha = VEIL
  context.fillStyle = ground
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.globalAlpha = 1
}
