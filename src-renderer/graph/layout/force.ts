import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'

/** The force layout, one step at a time. Pure: d3-force uses a fixed seed for its jitter, so the same start gives the same result. */

export interface ForceBody {
  readonly x: number
  readonly y: number
  readonly r: number
  /** Members of one cluster are pulled towards their common centre; -1 for no cluster. */
  readonly cluster: number
  readonly fixed: boolean
}

export interface ForceSpring {
  readonly source: number
  readonly target: number
  /** 0..1 */
  readonly strength: number
}

interface Body extends SimulationNodeDatum {
  x: number
  y: number
  readonly r: number
  readonly cluster: number
}

export interface ForceRun {
  /** Runs one step. Returns false once the layout has settled. */
  step: () => boolean
  /** x0, y0, x1, y1, … */
  positions: () => Float32Array<ArrayBuffer>
}

const LINK_GAP = 26
const COLLIDE_GAP = 5
const CLUSTER_PULL = 0.09
const CENTRE_PULL = 0.035
/** Stronger than horizontally, because panels are wider than high. */
const VERTICAL_PULL = 0.055
/** Mean movement per step, in graph units, below which movement is invisible. */
const REST = 0.25
const REST_STEPS = 4
const MAX_STEPS = 300

export function startForce(bodies: readonly ForceBody[], springs: readonly ForceSpring[]): ForceRun {
  const nodes = bodies.map(({ x, y, r, cluster, fixed }): Body => (fixed ? { x, y, r, cluster, fx: x, fy: y } : { x, y, r, cluster }))
  const links = springs.map(({ source, target, strength }) => ({ source, target, strength }))
  const simulation: Simulation<Body, SimulationLinkDatum<Body>> = forceSimulation(nodes)
    .stop()
    .alphaDecay(0.025)
    .force(
      'charge',
      forceManyBody<Body>()
        .strength((body) => -18 - body.r * 1.2)
        .distanceMax(420)
        .theta(1),
    )
    .force(
      'link',
      forceLink<Body, (typeof links)[number] & SimulationLinkDatum<Body>>(links)
        .distance(({ source, target }) => radiusOf(source) + radiusOf(target) + LINK_GAP)
        .strength((link) => link.strength),
    )
    .force('collide', forceCollide<Body>((body) => body.r + COLLIDE_GAP).iterations(2))
    .force('cluster', (alpha: number) => pullTogether(nodes, alpha * CLUSTER_PULL))
    .force('apart', (alpha: number) => keepApart(nodes, alpha))
    .force('x', forceX<Body>(0).strength(CENTRE_PULL))
    .force('y', forceY<Body>(0).strength(VERTICAL_PULL))
  let steps = 0
  let resting = 0
  return {
    step: () => {
      const before = nodes.map(({ x, y }) => ({ x, y }))
      simulation.tick()
      const moved = before.reduce((sum, { x, y }, i) => sum + Math.hypot((nodes[i]?.x ?? x) - x, (nodes[i]?.y ?? y) - y), 0)
      resting = moved / Math.max(1, nodes.length) < REST ? resting + 1 : 0
      return resting < REST_STEPS && ++steps < MAX_STEPS
    },
    positions: () => Float32Array.from(nodes.flatMap(({ x, y }) => [x, y])),
  }
}

function radiusOf(end: string | number | Body): number {
  return typeof end === 'object' ? end.r : 0
}

/** Pulls every member towards the centre of its cluster. */
function pullTogether(nodes: readonly Body[], strength: number): void {
  const sums = new Map<number, { x: number; y: number; n: number }>()
  for (const { cluster, x, y } of nodes) {
    if (cluster < 0) continue
    const sum = sums.get(cluster) ?? { x: 0, y: 0, n: 0 }
    sums.set(cluster, { x: sum.x + x, y: sum.y + y, n: sum.n + 1 })
  }
  for (const node of nodes) {
    const sum = sums.get(node.cluster)
    if (sum === undefined) continue
    node.vx = (node.vx ?? 0) + (sum.x / sum.n - node.x) * strength
    node.vy = (node.vy ?? 0) + (sum.y / sum.n - node.y) * strength
  }
}

/** Clear space between the outlines of two clusters, in graph units. */
const APART = 30

interface Group {
  x: number
  y: number
  reach: number
  readonly members: Body[]
}

/** Clusters push each other and other wallets out of their circles, so that hulls do not overlap. */
function keepApart(nodes: readonly Body[], alpha: number): void {
  const groups = groupsOf(nodes)
  for (const [i, a] of groups.entries()) {
    for (const b of groups.slice(0, i)) {
      const push = overlapOf(a, b.x, b.y, b.reach + APART, alpha)
      if (push === null) continue
      const shareOfA = b.members.length / (a.members.length + b.members.length)
      shift(a.members, -push.x * shareOfA, -push.y * shareOfA)
      shift(b.members, push.x * (1 - shareOfA), push.y * (1 - shareOfA))
    }
  }
  for (const node of nodes) {
    if (node.cluster >= 0) continue
    for (const group of groups) {
      const push = overlapOf(group, node.x, node.y, node.r + APART / 2, alpha)
      if (push !== null) shift([node], push.x, push.y)
    }
  }
}

/** How far to push something of radius `reach` away from a group; null if they do not touch. */
function overlapOf(group: Group, x: number, y: number, reach: number, alpha: number): { x: number; y: number } | null {
  const [dx, dy] = [x - group.x, y - group.y]
  const distance = Math.hypot(dx, dy) || 1
  const overlap = group.reach + reach - distance
  return overlap <= 0 ? null : { x: (dx / distance) * overlap * alpha * 0.5, y: (dy / distance) * overlap * alpha * 0.5 }
}

function groupsOf(nodes: readonly Body[]): Group[] {
  const groups = new Map<number, Body[]>()
  for (const node of nodes) {
    if (node.cluster < 0) continue
    const members = groups.get(node.cluster)
    if (members === undefined) groups.set(node.cluster, [node])
    else members.push(node)
  }
  return [...groups.values()].map((members): Group => {
    const x = members.reduce((sum, node) => sum + node.x, 0) / members.length
    const y = members.reduce((sum, node) => sum + node.y, 0) / members.length
    return { x, y, reach: members.reduce((most, node) => Math.max(most, Math.hypot(node.x - x, node.y - y) + node.r), 0), members }
  })
}

function shift(nodes: readonly Body[], x: number, y: number): void {
  for (const node of nodes) {
    node.vx = (node.vx ?? 0) + x
    node.vy = (node.vy ?? 0) + y
  }
}
