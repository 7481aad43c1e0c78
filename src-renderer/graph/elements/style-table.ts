import type { GraphLink, GraphNode, LineKind, NodeKind } from './elements.ts'

/** Styles of nodes and links. Canvas, SVG and legend read these tables. */

export type Glyph = 'padlock' | 'flame'
export type NodeShape = 'ellipse' | 'hexagon' | 'square' | 'diamond'
/** `cluster`: the cluster's colour, or the wallet colour outside clusters. */
export type Fill = 'cluster' | 'tint'
export type Outline = 'none' | 'pool' | 'exchange' | 'structure' | 'cluster' | 'group'

export interface NodeStyle {
  readonly label: string
  readonly shape: NodeShape
  readonly fill: Fill
  readonly outline: Outline
  readonly dashed: boolean
  readonly glyph: Glyph | null
}

export const NODE_STYLES: Readonly<Record<NodeKind, NodeStyle>> = {
  wallet: { label: 'Wallet', shape: 'ellipse', fill: 'cluster', outline: 'none', dashed: false, glyph: null },
  passing: { label: 'Funder or pass-through', shape: 'ellipse', fill: 'tint', outline: 'cluster', dashed: true, glyph: null },
  pool: { label: 'Pool', shape: 'hexagon', fill: 'tint', outline: 'pool', dashed: false, glyph: null },
  exchange: { label: 'Exchange', shape: 'square', fill: 'tint', outline: 'exchange', dashed: false, glyph: null },
  contract: { label: 'Contract', shape: 'diamond', fill: 'tint', outline: 'structure', dashed: false, glyph: null },
  vesting: { label: 'Vesting or lock', shape: 'ellipse', fill: 'tint', outline: 'structure', dashed: false, glyph: 'padlock' },
  group: { label: 'Cluster drawn as one', shape: 'ellipse', fill: 'cluster', outline: 'group', dashed: false, glyph: null },
  burn: { label: 'Burn', shape: 'ellipse', fill: 'tint', outline: 'structure', dashed: false, glyph: 'flame' },
}

export interface LineStyle {
  readonly label: string
  /** Dash and gap in graph units; null is solid. */
  readonly dash: readonly [number, number] | null
  readonly double: boolean
  /** The theme colour to use. */
  readonly tone: 'link' | 'coin'
}

export const LINE_STYLES: Readonly<Record<LineKind, LineStyle>> = {
  funding: { label: 'First funding', dash: [5, 4], double: false, tone: 'link' },
  token: { label: 'Token transfers', dash: null, double: false, tone: 'link' },
  coin: { label: 'Other coins', dash: null, double: false, tone: 'coin' },
  together: { label: 'Same transaction', dash: null, double: true, tone: 'link' },
}

/** Services, not owners. */
const SERVICE_KINDS: ReadonlySet<NodeKind> = new Set(['pool', 'exchange', 'vesting', 'burn'])
/** A contract outside all clusters with at least this percentage of supply is most often a vault or a bridge, which holds tokens for others. */
const LARGE_CONTRACT_PCT = 1

type Placed = Pick<GraphNode, 'kind' | 'percentage' | 'cluster'>

/** Whether a node is drawn as a service: small, with a fill level for its share. */
export const looksLikeService = ({ kind, percentage, cluster }: Placed): boolean =>
  SERVICE_KINDS.has(kind) || (kind === 'contract' && cluster === null && percentage >= LARGE_CONTRACT_PCT)

/** Whether a node is placed in the column of services. A service in a cluster is not. */
export const isService = (node: Placed): boolean => node.cluster === null && looksLikeService(node)

/** Radius of a wallet with 1 % of supply, in graph units. Constant, so that snapshots can be compared by eye. */
const RADIUS_OF_ONE_PERCENT = 17
/** A smaller circle would be hard to point at. */
const MIN_RADIUS = 4.5
const PASSING_RADIUS = 6
const MIN_STRUCTURE_RADIUS = 9

/** Services stay small, since their coins belong to others and their area would take space from clusters. A fill level shows their share. */
const SERVICE_RADIUS = { ofOnePercent: 9, least: 4.5, most: 10 } as const
/** Height of a label line, in pixels. */
export const LABEL_LINE = 13
const LABELLED_RADIUS = { nameless: 9, service: 5, named: 3 } as const
/** Minimum radius in pixels for a label. Services are close together, so their labels have less space. Owners without a name say little. */
export const labelledRadius = (node: Placed & Pick<GraphNode, 'name'>): number =>
  LABELLED_RADIUS[looksLikeService(node) ? 'service' : node.name === null ? 'nameless' : 'named']
/** From this radius in pixels, every node has a label. */
export const READABLE_RADIUS = LABELLED_RADIUS.nameless
/** Space for names and shares beside a column of services, in graph units. */
export const SERVICE_NAMES_WIDTH = 128

/** The area is proportional to the share, above a minimum. The area of services also has a maximum. */
export function nodeRadius(node: Placed): number {
  const { kind } = node
  const root = Math.sqrt(Math.max(0, node.percentage))
  const byShare = RADIUS_OF_ONE_PERCENT * root
  if (kind === 'wallet' || kind === 'group') return Math.max(MIN_RADIUS, byShare)
  if (kind === 'passing') return PASSING_RADIUS
  if (looksLikeService(node)) return Math.min(SERVICE_RADIUS.most, Math.max(SERVICE_RADIUS.least, SERVICE_RADIUS.ofOnePercent * root))
  return Math.max(MIN_STRUCTURE_RADIUS, byShare)
}

/** Makes every shape of one radius cover the circle's area. A hexagon stretched to its square covers three quarters of the square. */
export const SHAPE_SCALE: Readonly<Record<NodeShape, number>> = {
  ellipse: 1,
  hexagon: Math.sqrt(Math.PI / 3),
  square: Math.sqrt(Math.PI / 4),
  diamond: Math.sqrt(Math.PI / 2),
}

const THINNEST = 0.9
const THICKEST = 2.2
/** Amounts a million times smaller than the largest amount of their token get the thinnest line. */
const DECADES = 6

/** Line width by the logarithm of the amount among links of the same token. */
export function linkWidth(amount: number, largest: number): number {
  if (amount <= 0 || largest <= 0) return THINNEST
  const share = 1 + Math.log10(amount / largest) / DECADES
  return THINNEST + (THICKEST - THINNEST) * Math.min(1, Math.max(0, share))
}

const INSIDE_CLUSTER = 0.55
const BETWEEN = 0.36
const TO_HUB = 0.2
const STRONGEST = 0.95

/** Opacity grows with the weight. Links to services stay faint, and more links make each of them fainter. */
export function linkOpacity(link: Pick<GraphLink, 'weight' | 'toHub' | 'inside'>, clarity: number): number {
  if (link.toHub) return TO_HUB * clarity
  const least = link.inside ? INSIDE_CLUSTER : BETWEEN
  return (least + (STRONGEST - least) * link.weight) * (link.inside ? Math.sqrt(clarity) : clarity)
}

/** Up to this number of links, links have full opacity. */
const CLEAR_LINKS = 900
const MIN_CLARITY = 0.12

export function clarityOf(links: number): number {
  return Math.max(MIN_CLARITY, Math.min(1, CLEAR_LINKS / Math.max(1, links)))
}

const BEND_STEP = 11

/** Bow of link `index` of `count` between one pair of wallets: 0 for a single link, else spread evenly around 0. */
export function bendOf(index: number, count: number): number {
  return count < 2 ? 0 : (index - (count - 1) / 2) * BEND_STEP
}

/** There are many links to services, and they say little. Graph units. */
export const HUB_LINK_WIDTH = 0.8

/** Arrow length in graph units for a line of this width. */
export function arrowLength(width: number): number {
  return 4 + 1.2 * width
}

export const OUTLINE_WIDTH = 2
export const RING_WIDTH = 2
/** Distances of the creator's star ring from its circle, in graph units. */
export const STAR_RING = { inner: 4, outer: 8 } as const
/** Clear space between the outermost members of a cluster and the edge of its hull. */
export const HULL_PADDING = 11
/** A cluster with fewer members gets no hull. */
export const MIN_HULL_MEMBERS = 2
