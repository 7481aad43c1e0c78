import type { Camera } from '../cytoscape/camera.ts'
import { boxOf, overlaps, type Box } from '../geometry/box.ts'
import { DiscGrid } from '../geometry/disc-grid.ts'
import type { Highlight } from '../elements/highlight.ts'
import { cullLabels, hullLabels, nodeLabel, type Label, type Measure } from './marks/labels.ts'
import type { TextMark } from './marks/mark.ts'
import type { Scene } from './scene.ts'
import type { Hover } from '../view-store.ts'

/** More labels than this on one screen are unreadable. */
const MAX_CANDIDATES = 400

/** The labels that fit without overlaps, in screen pixels: clusters first, then wallets, largest first. */
export function labelLayer(
  scene: Scene,
  camera: Camera,
  window: Box,
  measure: Measure,
  highlight: Highlight | null,
  hover: Hover | null,
): TextMark[] {
  const forced = forcedLabels(highlight, hover)
  const covers = (label: Label): boolean =>
    highlight === null &&
    !label.mayCover &&
    !(label.nodeId !== null && forced.has(label.nodeId)) &&
    (coversWallet(label, scene, camera) || coversHull(label, scene, camera))
  const kept = cullLabels(candidates(scene, camera, window, measure, highlight, hover), window, covers)
  return kept.flatMap((label) => label.lines)
}

function* candidates(
  scene: Scene,
  camera: Camera,
  window: Box,
  measure: Measure,
  highlight: Highlight | null,
  hover: Hover | null,
): Generator<Label> {
  const toScreen = ({ x, y }: { x: number; y: number }) => ({ x: x * camera.zoom + camera.panX, y: y * camera.zoom + camera.panY })
  for (const id of forcedLabels(highlight, hover)) {
    const label = nodeLabelOf(id, scene, camera, measure, true)
    if (label !== null) yield label
  }
  for (const cluster of scene.elements.clusters) {
    if (highlight !== null && highlight.cluster !== cluster.id) continue
    const outline = scene.hulls.get(cluster.id)
    if (outline === undefined) continue
    yield* hullLabels(cluster, outline.map(toScreen), scene.theme, measure, {
      always: cluster.id === highlight?.cluster,
      numbered: scene.numbered === true,
    })
  }
  let count = 0
  for (const node of bySize(scene)) {
    if (highlight !== null && !highlight.nodes.has(node.id)) continue
    const at = scene.positions.get(node.id)
    if (at === undefined || !isInside(toScreen(at), window)) continue
    const label = nodeLabelOf(node.id, scene, camera, measure, false)
    if (label === null) continue
    yield label
    if (++count >= MAX_CANDIDATES) return
  }
}

/** The wallets of a larger selection are not labelled individually. */
const MAX_FORCED = 12

/** Nodes that are labelled regardless of their size: the hovered one, and a few selected wallets. */
function forcedLabels(highlight: Highlight | null, hover: Hover | null): Set<string> {
  const ids = new Set<string>()
  if (hover?.kind === 'node') ids.add(hover.id)
  if (highlight !== null && highlight.ringed.size <= MAX_FORCED) for (const id of highlight.ringed) ids.add(id)
  return ids
}

function nodeLabelOf(id: string, scene: Scene, camera: Camera, measure: Measure, always: boolean): Label | null {
  const [node, at] = [scene.elements.nodeById.get(id), scene.positions.get(id)]
  if (node === undefined || at === undefined) return null
  return nodeLabel(node, { x: at.x * camera.zoom + camera.panX, y: at.y * camera.zoom + camera.panY }, camera.zoom, scene.theme, measure, always)
}

/** Whether a label would cover another node. */
function coversWallet(label: Label, scene: Scene, camera: Camera): boolean {
  const { grid, ids } = gridOf(scene)
  const { left, top, right, bottom } = label.box
  const middle = { x: ((left + right) / 2 - camera.panX) / camera.zoom, y: ((top + bottom) / 2 - camera.panY) / camera.zoom }
  const [halfWide, halfHigh] = [(right - left) / 2 / camera.zoom, (bottom - top) / 2 / camera.zoom]
  return grid.near(middle, Math.hypot(halfWide, halfHigh)).some((index) => {
    const disc = grid.discs[index]
    if (disc === undefined || ids[index] === label.nodeId) return false
    const [dx, dy] = [Math.max(0, Math.abs(disc.x - middle.x) - halfWide), Math.max(0, Math.abs(disc.y - middle.y) - halfHigh)]
    return Math.hypot(dx, dy) < disc.r
  })
}

/** Whether the label of a cluster would cover another cluster. */
function coversHull({ box, cluster }: Label, scene: Scene, camera: Camera): boolean {
  if (cluster === null) return false
  const { zoom, panX, panY } = camera
  const at = { left: (box.left - panX) / zoom, top: (box.top - panY) / zoom, right: (box.right - panX) / zoom, bottom: (box.bottom - panY) / zoom }
  for (const [id, extent] of hullExtents(scene)) if (id !== cluster && overlaps(at, extent)) return true
  return false
}

const extents = new WeakMap<Scene, ReadonlyMap<number, Box>>()

/** The bounding boxes of the hulls of a scene, computed once. */
function hullExtents(scene: Scene): ReadonlyMap<number, Box> {
  const known = extents.get(scene)
  if (known !== undefined) return known
  const made = new Map([...scene.hulls].map(([id, outline]) => [id, boxOf(outline)]))
  extents.set(scene, made)
  return made
}

const grids = new WeakMap<Scene, { readonly grid: DiscGrid; readonly ids: readonly string[] }>()

/** The nodes of a scene in a grid, built once. */
function gridOf(scene: Scene): { readonly grid: DiscGrid; readonly ids: readonly string[] } {
  const known = grids.get(scene)
  if (known !== undefined) return known
  const grid = new DiscGrid(MAX_CELL_RADIUS)
  const ids: string[] = []
  for (const node of scene.elements.nodes) {
    const at = scene.positions.get(node.id)
    if (at === undefined) continue
    grid.add(at, node.radius)
    ids.push(node.id)
  }
  const made = { grid, ids }
  grids.set(scene, made)
  return made
}

const MAX_CELL_RADIUS = 60

const sortedNodes = new WeakMap<object, Scene['elements']['nodes']>()

/** Largest first; sorted once. */
function bySize(scene: Scene): Scene['elements']['nodes'] {
  const known = sortedNodes.get(scene.elements)
  if (known !== undefined) return known
  const sorted = [...scene.elements.nodes].sort((a, b) => b.radius - a.radius || (a.id < b.id ? -1 : 1))
  sortedNodes.set(scene.elements, sorted)
  return sorted
}

function isInside({ x, y }: { x: number; y: number }, window: Box): boolean {
  return x > window.left && x < window.right && y > window.top && y < window.bottom
}
