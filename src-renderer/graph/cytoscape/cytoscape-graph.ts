import cytoscape, { type Core, type NodeCollection } from 'cytoscape'
import type { GraphElements, Point, Positions } from '../elements/elements.ts'
import { POINTER_RENDERER } from './pointer-renderer.ts'

/**
 * Cytoscape owns the nodes, their positions and the camera, and handles dragging of both. It knows neither the links nor the appearance of nodes:
 * styling and drawing take it about a second per few thousand elements. `painting/` draws the graph from its state, and `interaction/hit-test.ts`
 * finds what is under the pointer.
 */

export function createCytoscape(container: HTMLElement): Core {
  return cytoscape({
    container,
    ...{ renderer: { name: POINTER_RENDERER } },
    style: [],
    layout: { name: 'preset' },
    boxSelectionEnabled: false,
    autounselectify: true,
    minZoom: 0.02,
    maxZoom: 8,
  })
}

/** Adds and removes nodes until cytoscape has those of `elements`. New nodes get their position from `positions`, the others keep theirs. */
export function syncNodes(cy: Core, elements: GraphElements, positions: Positions): void {
  cy.batch(() => {
    nodesOf(cy)
      .filter((node) => !elements.nodeById.has(node.id()))
      .remove()
    const added = elements.nodes.filter(({ id }) => !cy.hasElementWithId(id))
    cy.add(added.map(({ id }) => ({ group: 'nodes', data: { id }, position: { x: 0, y: 0, ...positions.get(id) } })))
  })
}

/** All elements are nodes. `cy.nodes()` would check each of them. */
export const nodesOf = (cy: Core): NodeCollection => cy.elements() as NodeCollection

interface Snapshot {
  positions: Positions | null
}

const snapshots = new WeakMap<Core, Snapshot>()

/** The positions of all nodes as an immutable value: the same map until a node is added, removed or moved. */
export function readPositions(cy: Core): Positions {
  const snapshot = snapshots.get(cy) ?? watchPositions(cy)
  if (snapshot.positions === null) {
    const positions = new Map<string, Point>()
    nodesOf(cy).forEach((node) => void positions.set(node.id(), { ...node.position() }))
    snapshot.positions = positions
  }
  return snapshot.positions
}

function watchPositions(cy: Core): Snapshot {
  const snapshot: Snapshot = { positions: null }
  cy.on('add remove position', () => {
    snapshot.positions = null
  })
  snapshots.set(cy, snapshot)
  return snapshot
}

/** Moves nodes without animation. */
export function setPositions(cy: Core, positions: Positions): void {
  cy.batch(() => {
    for (const [id, at] of positions) cy.getElementById(id).position({ ...at })
  })
}
