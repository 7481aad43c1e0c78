import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation, type SimulationLinkDatum, type SimulationNodeDatum } from 'd3-force'

/** The force layout, one step at a time. Pure: d3-force draws its jitter from a fixed seed, so the same start gives the same end. */

export interface ForceBody {
  readonly x: number
  readonly y: number
  readonly r: number
  /** Members of one cluster are drawn to their common middle; -1 for none. */
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
  /** One step; false when everything has come to rest. */
  step: () => boolean
  /** x0, y0, x1, y1, … */
  positions: () => Float32Array<ArrayBuffer>
}

const LINK_GAP = 26
const COLLIDE_GAP = 5
const CLUSTER_PULL = 0.09
const CENTRE_PULL = 0.035
/** Windows are wider than high. */
const VERTICAL_PULL = 0.055
/** Mean movement per step, in graph units, below which nobody sees it any more. */
const REST = 0.25
const REST_STEPS = 4
const MOST_STEPS = 300

export function startForce(bodies: readonly ForceBody[], springs: readonly ForceSpring[]): ForceRun {
  const nodes = bodies.map(({ x, y, r, cluster, fixed }): Body => (fixed ? { x, y, r, cluster, fx: x, fy: y } : { x, y, r, cluster }))
  const links = springs.map(({ source, target, strength }) => ({ source, target, strength }))
  const simulation: Simulation<Body, SimulationLinkDatum<Body>> = forceSimulation(nodes)
    .stop()
    .alphaDecay(0.025)
    .force('charge', forceManyBody<Body>().strength((body) => -18 - body.r * 1.2).distanceMax(420).theta(1))
    .force('link', forceLink<Body, (typeof links)[number] & SimulationLinkDatum<Body>>(links)
      .distance(({ source, target }) => radiusOf(source) + radiusOf(target) + LINK_GAP)
      .strength((link) => link.strength))
    .force('collide', forceCollide<Body>((body) => body.r + COLLIDE_GAP).iterations(2))
    .force('cluster', (alpha: number) => pullTogether(nodes, alpha * CLUSTER_PULL))
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
      return resting < REST_STEPS && ++steps < MOST_STEPS
    },
    positions: () => Float32Array.from(nodes.flatMap(({ x, y }) => [x, y])),
  }
}

function radiusOf(end: string | number | Body): number {
  return typeof end === 'object' ? end.r : 0
}

/** Every member a little towards the middle of its cluster. */
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
