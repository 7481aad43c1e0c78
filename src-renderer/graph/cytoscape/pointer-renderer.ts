import cytoscape, { type Core } from 'cytoscape'
import type { Point } from '../elements/elements.ts'

/**
 * A renderer without canvases. Its base, which cytoscape adds, turns pointer events into node events, drags nodes and moves the camera. The canvas
 * renderer would also style thousands of nodes and prepare their textures, although `painting/` draws the graph.
 */
export const POINTER_RENDERER = 'pointer'

/** The id of the node within `reach` of a point, both in graph units; null if there is none. */
type FindNode = (point: Point, reach: number) => string | null

const finders = new WeakMap<Core, FindNode>()

/** Cytoscape knows neither the shapes of nodes nor which ones are hidden, so `find` decides which node is under the pointer. */
export function findNodesWith(cy: Core, find: FindNode): void {
  finders.set(cy, find)
}

interface Renderer {
  readonly cy: Core
  readonly destroyed?: boolean
  /** Steps of animations and of the base, by priority. */
  readonly beforeRenderCallbacks: readonly { readonly fn: (willDraw: boolean, now: number) => void }[]
  data: object
  startRenderLoop: () => void
  redraw: () => void
  render: () => void
  findNearestElements: (x: number, y: number, onlyInteractive: boolean, isTouch: boolean) => readonly unknown[]
}

/** Maximum distance from a node at which a pointer still hits it, in pixels. */
const REACH = { mouse: 2, touch: 8 } as const

const nothing = (): void => undefined

/** A function with a prototype, because cytoscape copies the properties of both: https://js.cytoscape.org/#extensions */
function PointerRenderer(this: Renderer): void {
  // The base ignores events of the container itself.
  this.cy.container()?.append(document.createElement('div'))
  // The base stores the state of a press and of the wheel here.
  this.data = {}
  this.findNearestElements = (x, y, _, isTouch) => {
    const id = finders.get(this.cy)?.({ x, y }, (isTouch ? REACH.touch : REACH.mouse) / this.cy.zoom()) ?? null
    return id === null ? [] : this.cy.getElementById(id).toArray()
  }
  // The base requests every frame for as long as it exists, which keeps a processor awake. Here, a redraw requests one frame. Each step of an
  // animation requests a redraw, so `cy.forceRender()` has to start the first one.
  let frame = 0
  const draw = (now: number): void => {
    frame = 0
    if (this.destroyed === true) return
    for (const { fn } of this.beforeRenderCallbacks) fn(true, now)
    this.render()
  }
  this.startRenderLoop = nothing
  this.redraw = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
}

PointerRenderer.prototype = {
  /** `painting/` paints on this event. */
  render(this: Renderer) {
    this.cy.emit('render')
  },
  redrawHint: nothing,
  matchCanvasSize: nothing,
}

cytoscape('renderer', POINTER_RENDERER, PointerRenderer)
