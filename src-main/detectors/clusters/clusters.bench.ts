import { spawnSync } from 'node:child_process'
import { elapsed, figure, interleaved, median, type BenchRow, type Rounds } from '../../lib/testing/bench.ts'
import { spanComponents } from './graph/spanning.ts'
import { components } from './graph/union-find.ts'

/**
 * Clusters of a graph of 1,000,000 wallets and 3,000,000 links, with ids as the store assigns them: grouped, and explained by
 * the spanning tree of strongest links and the bridges.
 *
 * The reference is python-igraph, which builds its graph and finds components, but explains nothing. If a python3 with igraph
 * is installed, its rounds alternate with ours, on a graph of the same kind and size. Otherwise union-find on typed arrays
 * stands in for it, scaled by the ratio of igraph to union-find where both were measured (2,249 ms to 68 ms on one machine).
 * The row then says so.
 */

const WALLETS = 1_000_000
const LINKS = 3_000_000
const ROUNDS = 5
const SEED = 20_250_407
const IGRAPH_OVER_UNION_FIND = 2249 / 68
/** Sizes whose times show how the work scales. */
const SIZES = [125_000, 250_000, 500_000, 1_000_000]
const MAX_GROWTH = 1.1
const PYTHONS = ['python3', '/usr/bin/python3']
const IGRAPH_ROUNDS = `
import random, time, igraph
random.seed(${SEED})
ids = random.choices(range(${WALLETS}), k=${2 * LINKS})
ends = list(zip(ids[:${LINKS}], ids[${LINKS}:]))
times = []
for _ in range(${ROUNDS}):
    begun = time.perf_counter()
    igraph.Graph(n=${WALLETS}, edges=ends).clusters()
    times.append(str((time.perf_counter() - begun) * 1000))
print(igraph.__version__, *times)
`

interface Links {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly weights: Float64Array
}

/** A small generator with a fixed seed (Marsaglia's xorshift32): the same graph on every machine. */
function randomLinks(wallets: number): Links {
  let state = SEED
  const next = (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  const links = (wallets * LINKS) / WALLETS
  const [from, to, weights] = [new Int32Array(links), new Int32Array(links), new Float64Array(links)]
  for (let i = 0; i < links; i++) {
    from[i] = next(wallets)
    to[i] = next(wallets)
    weights[i] = next(1_000_001) / 1e6
  }
  return { from, to, weights }
}

/** The usual union-find over a Map, with path halving. */
function componentsByMap({ from, to }: Links): Map<number, number> {
  const parent = new Map<number, number>()
  const find = (start: number): number => {
    let node = start
    for (;;) {
      const up = parent.get(node) ?? node
      if (up === node) return node
      const above = parent.get(up) ?? up
      parent.set(node, above)
      node = above
    }
  }
  from.forEach((x, i) => {
    const a = find(x)
    const b = find(to[i] ?? 0)
    if (a !== b) parent.set(Math.max(a, b), Math.min(a, b))
  })
  return parent
}

interface Igraph {
  readonly version: string
  /** Milliseconds of each round. */
  readonly times: readonly number[]
}

/** igraph's build and components, in a separate process; null if no python3 has it. */
function igraphRounds(): Igraph | null {
  for (const python of PYTHONS) {
    const { status, stdout } = spawnSync(python, ['-W', 'ignore', '-c', IGRAPH_ROUNDS], { encoding: 'utf8' })
    const [version, ...times] = status === 0 ? stdout.trim().split(' ') : []
    if (version !== undefined) return { version, times: times.map(Number) }
  }
  return null
}

function rowOf(work: string, ours: string, peer: string, goal: string, { ratio, spread }: Rounds): BenchRow {
  return { work, ours, peer, ratio, goal, spread, rounds: ROUNDS }
}

async function explained(links: Links): Promise<BenchRow> {
  const igraph = igraphRounds()
  let round = 0
  const standIn = async (): Promise<number> => (await elapsed(() => components(WALLETS, links.from, links.to))) * IGRAPH_OVER_UNION_FIND
  const times = await interleaved(
    ROUNDS,
    () => elapsed(() => spanComponents(WALLETS, links.from, links.to, links.weights)),
    igraph === null ? standIn : () => igraph.times[round++ % ROUNDS] ?? Number.NaN,
  )
  const standInName = `typed union-find × ${figure(IGRAPH_OVER_UNION_FIND)} for igraph, which is not installed`
  return rowOf(
    'explained clusters of 1,000,000 wallets and 3,000,000 links',
    `groups, strongest trees and bridges, ${figure(median(times.ours))} ms`,
    `${igraph === null ? standInName : `igraph ${igraph.version}, build and components, in a process of its own`}, ${figure(median(times.peer))} ms`,
    'at least 1',
    times,
  )
}

/** Milliseconds of processor time that `work` takes: waiting for a busy machine makes long work look longer than short. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The power of n that the time grows with, from the smallest size to the largest. */
function powerOf(times: readonly number[]): number {
  return Math.log((times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1))
}

/**
 * How the time of explaining grows with the graph. The smallest size fits the CPU cache and the largest does not, so even bare union-find
 * grows faster than the graph. It is measured for comparison.
 */
function growth(): BenchRow {
  const graphs = SIZES.map((wallets) => ({ wallets, links: randomLinks(wallets) }))
  const bare: number[] = []
  const powers: number[] = []
  const largest: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const grouping = graphs.map(({ wallets, links }) => processorTime(() => components(wallets, links.from, links.to)))
    const explaining = graphs.map(({ wallets, links }) => processorTime(() => spanComponents(wallets, links.from, links.to, links.weights)))
    if (round === 0) continue
    bare.push(powerOf(grouping))
    powers.push(powerOf(explaining))
    largest.push(explaining.at(-1) ?? Number.NaN)
  }
  const ratios = powers.map((power) => MAX_GROWTH / power)
  return {
    work: `growth of explaining, from ${figure(SIZES[0] ?? 0)} to ${figure(SIZES.at(-1) ?? 0)} wallets`,
    ours: `n^${figure(median(powers))}, ${figure(median(largest))} ms of processor time at the largest`,
    peer: `the limit, n^${MAX_GROWTH} (typed union-find, which only groups: n^${figure(median(bare))})`,
    ratio: median(ratios),
    goal: 'at least 1',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    rounds: ROUNDS,
  }
}

export async function run(): Promise<BenchRow[]> {
  const links = randomLinks(WALLETS)
  const grouped = await interleaved(
    ROUNDS,
    () => elapsed(() => components(WALLETS, links.from, links.to)),
    () => elapsed(() => componentsByMap(links)),
  )
  return [
    rowOf(
      'components of 1,000,000 wallets and 3,000,000 links',
      `typed-array union-find, ${figure(median(grouped.ours))} ms`,
      `union-find over a Map, ${figure(median(grouped.peer))} ms`,
      'at least 5 times the Map',
      grouped,
    ),
    await explained(links),
    growth(),
  ]
}
