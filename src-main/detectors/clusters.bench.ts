import { elapsed, figure, interleaved, median, type BenchRow } from '../lib/bench.ts'
import { components } from './clusters/union-find.ts'

/** Components of a graph of 1,000,000 wallets and 3,000,000 links, ids as the store gives them. */

const WALLETS = 1_000_000
const LINKS = 3_000_000
const ROUNDS = 5
const SEED = 20_250_407

/** A small generator with a fixed seed (Marsaglia's xorshift32): the same graph on every machine. */
function randomLinks(): { from: Int32Array; to: Int32Array } {
  let state = SEED
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % WALLETS
  }
  const from = new Int32Array(LINKS)
  const to = new Int32Array(LINKS)
  for (let i = 0; i < LINKS; i++) {
    from[i] = next()
    to[i] = next()
  }
  return { from, to }
}

/** The peer: the usual union-find over a Map, with path halving. */
function componentsByMap(from: Int32Array, to: Int32Array): Map<number, number> {
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

export async function run(): Promise<BenchRow[]> {
  const { from, to } = randomLinks()
  const times = await interleaved(
    ROUNDS,
    () => elapsed(() => components(WALLETS, from, to)),
    () => elapsed(() => componentsByMap(from, to)),
  )
  return [
    {
      work: 'components of 1,000,000 wallets and 3,000,000 links',
      ours: `typed-array union-find, ${figure(median(times.ours))} ms`,
      peer: `union-find over a Map, ${figure(median(times.peer))} ms`,
      ratio: times.ratio,
      goal: 'at least 5 times the Map',
      spread: times.spread,
      rounds: ROUNDS,
    },
  ]
}
