import cytoscape, { type Core, type ElementDefinition, type NodeSingular, type StylesheetJson } from 'cytoscape'
import type { GraphElements, GraphNode, Point, Positions } from '../elements/elements.ts'
import { NODE_LOOKS, SHAPE_SCALE, type NodeShape } from '../elements/style-table.ts'

/**
 * Cytoscape owns the nodes, their positions and the camera. It also finds the node under the pointer and drags it. It draws
 * nothing visible: its own frame takes about a second for every few thousand elements, so `painting/` draws what it holds.
 * Links are not added to it for the same reason; `interaction/hit-test.ts` finds them.
 */

const CYTOSCAPE_SHAPES: Readonly<Record<NodeShape, string>> = { ellipse: 'ellipse', hexagon: 'hexagon', square: 'rectangle', diamond: 'diamond' }

/** Class of nodes that the legend or "Hide selected" took out of view. */
const HIDDEN = 'hidden'

export const STYLESHEET: StylesheetJson = [
  {
    selector: 'node',
    style: {
      shape: 'data(shape)' as 'ellipse',
      width: 'data(size)',
      height: 'data(size)',
      // Invisible nodes still receive pointer events, unlike those with `visibility: hidden`.
      opacity: 0,
    },
  },
  { selector: `.${HIDDEN}`, style: { display: 'none' } },
]

interface NodeData {
  readonly id: string
  readonly shape: string
  /** Graph units. */
  readonly size: number
}

export function createCytoscape(container: HTMLElement): Core {
  return cytoscape({
    container,
    style: STYLESHEET,
    layout: { name: 'preset' },
    textureOnViewport: true,
    boxSelectionEnabled: false,
    autounselectify: true,
    minZoom: 0.02,
    maxZoom: 8,
  })
}

/** Adds, updates and removes nodes until cytoscape has those of `elements`. New ones get their position from `positions`; the others keep theirs. */
export function syncNodes(cy: Core, elements: GraphElements, shown: GraphElements, positions: Positions): void {
  cy.batch(() => {
    cy.nodes()
      .filter((node: NodeSingular) => !elements.nodeById.has(node.id()))
      .remove()
    const added: ElementDefinition[] = []
    for (const node of elements.nodes) {
      const isHidden = !shown.nodeById.has(node.id)
      const known = cy.getElementById(node.id)
      if (known.nonempty()) updateNode(known, node, isHidden)
      else
        added.push({ group: 'nodes', data: nodeData(node), position: { x: 0, y: 0, ...positions.get(node.id) }, classes: isHidden ? [HIDDEN] : [] })
    }
    cy.add(added)
  })
}

/** Writes only what differs: each write costs the node a new style. */
function updateNode(known: NodeSingular, node: GraphNode, isHidden: boolean): void {
  const [before, data] = [known.data() as NodeData, nodeData(node)]
  if (before.size !== data.size || before.shape !== data.shape) known.data(data)
  if (known.hasClass(HIDDEN) !== isHidden) known.toggleClass(HIDDEN, isHidden)
}

function nodeData(node: GraphNode): NodeData {
  const { shape } = NODE_LOOKS[node.kind]
  return { id: node.id, shape: CYTOSCAPE_SHAPES[shape], size: 2 * node.radius * SHAPE_SCALE[shape] }
}

interface Snapshot {
  positions: Positions | null
}

const snapshots = new WeakMap<Core, Snapshot>()

/** The positions of all nodes as an immutable value: the same map until a node is added, removed or moved. */
export function readPositions(cy: Core): Positions {
  const snapshot = snapshots.get(cy) ?? watchPositions(cy)
  snapshot.positions ??= new Map(cy.nodes().map((node): [string, Point] => [node.id(), { ...node.position() }]))
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
