import { LINE_KINDS, type GraphElements, type GraphLink, type GraphNode, type Point, type Positions } from '../elements/elements.ts'
import type { Circle } from '../geometry/enclose.ts'
import { hullOf } from '../geometry/hull.ts'
import type { Highlight } from '../elements/highlight.ts'
import { axisLines, type TimeAxis } from './marks/axis-marks.ts'
import { hullMarks } from './marks/hull-marks.ts'
import { linkColor, linkMarks } from './marks/link-marks.ts'
import { NO_PAINT, path, type DotMark, type LinesMark, type Mark, type PathMark, type ShapeMark } from './marks/mark.ts'
import { focusRing, nodeExtraMarks, nodeShapeMark, pinMark } from './marks/node-marks.ts'
import { polygonPath } from './marks/shapes.ts'
import { HULL_PADDING, linkOpacity, MIN_HULL_MEMBERS } from '../elements/style-table.ts'
import type { GraphTheme } from '../theme/theme.ts'
import type { Hover } from '../view-store.ts'

/** A graph as marks, in layers. Pure: the same layers are painted on canvases, exported to files and counted in tests. */

export interface Scene {
  /** The elements without hidden ones. */
  readonly elements: GraphElements
  readonly positions: Positions
  readonly hulls: ReadonlyMap<number, readonly Point[]>
  readonly theme: GraphTheme
  /** Null in layouts without a time axis. */
  readonly axis: TimeAxis | null
  /** Cluster labels begin with the number of the cluster, for files. */
  readonly numbered?: true
}

/** What is currently emphasised. */
export interface Attention {
  readonly highlight: Highlight | null
  readonly hover: Hover | null
  readonly pinned: ReadonlySet<string>
  /** Addresses of a path to show, in order. */
  readonly trail: readonly string[]
}

export function computeHulls(elements: GraphElements, positions: Positions): Map<number, Point[]> {
  const hulls = new Map<number, Point[]>()
  for (const cluster of elements.clusters) {
    if (cluster.members.length < MIN_HULL_MEMBERS) continue
    const circles = cluster.members.flatMap((id) => circleOf(id, elements, positions) ?? [])
    hulls.set(cluster.id, hullOf(circles, HULL_PADDING))
  }
  return hulls
}

function circleOf(id: string, elements: GraphElements, positions: Positions): Circle | null {
  const [node, at] = [elements.nodeById.get(id), positions.get(id)]
  return node === undefined || at === undefined ? null : { x: at.x, y: at.y, r: node.radius }
}

/** The lowest layer: hulls of clusters and lines of the time axis. `unit` is one screen pixel in graph units. */
export function backgroundLayer(scene: Scene, unit: number): PathMark[] {
  const axis = scene.axis === null ? [] : axisLines(scene.axis, scene.theme, unit)
  const hulls = scene.elements.clusters.flatMap((cluster) => {
    const outline = scene.hulls.get(cluster.id)
    return outline === undefined ? [] : hullMarks(cluster, outline, scene.theme, unit)
  })
  return [...axis, ...hulls]
}

/** Links and nodes in full detail, for files. */
export function bodyLayer(scene: Scene): Mark[] {
  return [
    ...linksLayer(scene),
    ...nodeLayer(
      scene,
      scene.elements.nodes.map((node) => node.id),
    ),
  ]
}

/** Node shapes without glyphs. */
export function shapesLayer(scene: Scene): (PathMark | DotMark)[] {
  return scene.elements.nodes.flatMap((node) => {
    const at = scene.positions.get(node.id)
    return at === undefined ? [] : [nodeShapeMark(node, at, scene.theme)]
  })
}

/** Node shapes with all circles of the same look as one mark. Only for large graphs on canvases, where nodes do not overlap. */
export function plainShapes(scene: Scene): ShapeMark[] {
  const looks = new Map<string, { readonly mark: DotMark; readonly circles: number[] }>()
  const others: ShapeMark[] = []
  for (const mark of shapesLayer(scene)) {
    if (mark.kind !== 'dot') {
      others.push(mark)
      continue
    }
    const key = `${mark.fill} ${mark.stroke} ${mark.width} ${mark.dash === null}`
    const look = looks.get(key)
    if (look === undefined) looks.set(key, { mark, circles: [mark.x, mark.y, mark.r] })
    else look.circles.push(mark.x, mark.y, mark.r)
  }
  return [...[...looks.values()].map(({ mark, circles }): ShapeMark => ({ ...mark, kind: 'dots', circles: new Float32Array(circles) })), ...others]
}

/** With more links, curves, dashes and arrows are illegible, so links are straight lines until one is selected. */
const MAX_DETAILED_LINKS = 2_000

export function hasPlainLinks(elements: GraphElements): boolean {
  return elements.links.length > MAX_DETAILED_LINKS
}

/** All links, in as much detail as their number allows. */
export function linksLayer(scene: Scene): Mark[] {
  if (hasPlainLinks(scene.elements)) return plainLinks(scene)
  return scene.elements.links.flatMap((link) => linkLayer(link, scene, null))
}

/** Thousands of links as a few strokes, one per look. `opacity` overrides that of the links. */
export function plainLinks(scene: Scene, links: readonly GraphLink[] = scene.elements.links, opacity?: number): LinesMark[] {
  const strokes = new Map<number, { ends: number[]; link: GraphLink }>()
  for (const link of links) {
    const [from, to] = [scene.positions.get(link.source), scene.positions.get(link.target)]
    if (from === undefined || to === undefined) continue
    const key = strokeKey(link)
    const stroke = strokes.get(key)
    if (stroke === undefined) strokes.set(key, { ends: [from.x, from.y, to.x, to.y], link })
    else stroke.ends.push(from.x, from.y, to.x, to.y)
  }
  return [...strokes.values()].map(({ ends, link }) => ({
    ...NO_PAINT,
    kind: 'lines',
    ends: new Float32Array(ends),
    stroke: linkColor(link, scene.theme),
    width: Math.round(link.width),
    opacity: opacity ?? linkOpacity({ ...link, weight: 0 }, scene.elements.clarity),
  }))
}

/** Equal for plain links of the same colour, rounded width and opacity. */
function strokeKey({ line, width, toHub, inside }: GraphLink): number {
  return (Math.round(width) * LINE_KINDS.length + LINE_KINDS.indexOf(line)) * 4 + (toHub ? 2 : 0) + (inside ? 1 : 0)
}

/** Glyphs and star rings. */
export function extrasLayer(scene: Scene): Mark[] {
  return scene.elements.nodes.flatMap((node) => {
    const at = scene.positions.get(node.id)
    return at === undefined ? [] : nodeExtraMarks(node, at, scene.theme)
  })
}

/** The top layer: selected and hovered elements, drawn again and brighter; pins. */
export function foregroundLayer(scene: Scene, attention: Attention, unit: number): Mark[] {
  return [
    ...highlightMarks(scene, attention.highlight, unit),
    ...hoverMarks(scene, attention.hover, unit),
    ...trailMarks(scene, attention.trail, unit),
    ...pinMarks(scene, attention.pinned, unit),
  ]
}

const BRIGHT = 0.9
/** With more highlighted links, arrows would only add clutter. */
const MAX_DETAILED_HIGHLIGHT = 800

function highlightMarks(scene: Scene, highlight: Highlight | null, unit: number): Mark[] {
  if (highlight === null) return []
  const marks: Mark[] = []
  const cluster = scene.elements.clusters.find((each) => each.id === highlight.cluster)
  const outline = cluster === undefined ? undefined : scene.hulls.get(cluster.id)
  if (cluster !== undefined && outline !== undefined) marks.push(...hullMarks(cluster, outline, scene.theme, 2 * unit))
  const { links } = highlight
  const color = links.length === 1 ? scene.theme.accent : null
  if (links.length > MAX_DETAILED_HIGHLIGHT) marks.push(...plainLinks(scene, links, BRIGHT))
  else for (const link of links) marks.push(...linkLayer(link, scene, color, BRIGHT))
  marks.push(...nodeLayer(scene, highlight.nodes))
  return [...marks, ...rings(scene, highlight.ringed, scene.theme.accent, unit)]
}

function hoverMarks(scene: Scene, hover: Hover | null, unit: number): Mark[] {
  if (hover === null) return []
  if (hover.kind === 'link') {
    const link = scene.elements.links.find((each) => each.id === hover.id)
    return link === undefined ? [] : [...linkLayer(link, scene, scene.theme.accent, 1), ...nodeLayer(scene, [link.source, link.target])]
  }
  if (hover.kind === 'node') return rings(scene, [hover.id], scene.theme.label, unit)
  const outline = scene.hulls.get(Number(hover.id))
  return outline === undefined ? [] : [path(polygonPath(outline), { stroke: scene.theme.label, width: 1.5 * unit })]
}

/** A path from wallet to wallet, as a line above everything. Segments with an end outside the graph are left out. */
function trailMarks(scene: Scene, trail: readonly string[], unit: number): Mark[] {
  const ids = trail.map((id) => scene.elements.groupOf.get(id) ?? id)
  const segments = ids.slice(1).flatMap((id, i) => {
    const [from, to] = [scene.positions.get(ids[i] ?? ''), scene.positions.get(id)]
    return from === undefined || to === undefined || !scene.elements.nodeById.has(id) ? [] : [polygonPath([from, to]).slice(0, -1)]
  })
  if (segments.length === 0) return []
  return [
    path(segments.join(''), { stroke: scene.theme.accent, width: 3 * unit, opacity: 0.85 }),
    ...nodeLayer(scene, ids),
    ...rings(scene, ids, scene.theme.accent, unit),
  ]
}

/** Those of these nodes that are in the graph, with their places. */
function placed({ elements, positions }: Scene, ids: Iterable<string>): { readonly node: GraphNode; readonly at: Point }[] {
  return [...ids].flatMap((id) => {
    const [node, at] = [elements.nodeById.get(id), positions.get(id)]
    return node === undefined || at === undefined ? [] : [{ node, at }]
  })
}

const pinMarks = (scene: Scene, pinned: ReadonlySet<string>, unit: number): Mark[] =>
  placed(scene, pinned).map(({ node, at }) => pinMark(node, at, scene.theme, unit))

const rings = (scene: Scene, ids: Iterable<string>, color: string, unit: number): Mark[] =>
  placed(scene, ids).map(({ node, at }) => focusRing(node, at, color, unit))

const nodeLayer = (scene: Scene, ids: Iterable<string>): Mark[] =>
  placed(scene, ids).flatMap(({ node, at }) => [nodeShapeMark(node, at, scene.theme), ...nodeExtraMarks(node, at, scene.theme)])

/** One link. An emphasised link has its own colour and opacity. */
function linkLayer(link: GraphLink, scene: Scene, color: string | null, opacity?: number): Mark[] {
  const { elements, positions, theme } = scene
  const [from, to] = [circleOf(link.source, elements, positions), circleOf(link.target, elements, positions)]
  if (from === null || to === null) return []
  const paint = {
    color: color ?? linkColor(link, theme),
    opacity: opacity ?? linkOpacity(link, elements.clarity),
    thicker: opacity === undefined ? 0 : 0.5,
    arrows: opacity !== undefined || !link.toHub,
  }
  return linkMarks(link, from, to, paint, theme)
}
