import cytoscape, { type Core } from 'cytoscape'
import type { Point } from '../elements/elements.ts'

/**
 * A renderer without canvases. Its base, which cytoscape adds, turns pointer events into events of nodes, drags nodes and moves the camera.
 * The canvas renderer would also style thousands of nodes and prepare textures of them, although `painting/` draws the graph.
 */
export const POINTER_RENDERER = 'pointer'

/** The id of the node within `reach` of a point, both in graph units; null for none. */
type FindNode = (point: Point, reach: number) => string | null

const finders = new WeakMap<Core, FindNode>()

/** Cytoscape knows neither the shapes of nodes nor which ones are hidden, so this decides which node is under the pointer. */
export function findNodesWith(cy: Core, find: FindNode): void {
  finders.set(cy, find)
}

interface Renderer {
  readonly cy: Core
  data: object
  findNearestElements: (x: number, y: number, onlyInteractive: boolean, isTouch: boolean) => readonly unknown[]
}

/** How far beside a node a pointer still hits it, in pixels. */
const REACH = { mouse: 2, touch: 8 } as const

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
}

const nothing = (): void => undefined
PointerRenderer.prototype = {
  /** `painting/` paints on this event. */
  render(this: Renderer) {
    this.cy.emit('render')
  },
  redrawHint: nothing,
  matchCanvasSize: nothing,
}

cytoscape('renderer', POINTER_RENDERER, PointerRenderer)
