/** One row of `npm run bench`: our code and a named peer, measured in the same run. */
export interface BenchRow {
  /** The work, and its data. */
  readonly work: string
  /** Our result with its unit. */
  readonly ours: string
  /** The peer's name, version and result. */
  readonly peer: string
  /** How many times faster than the peer: the median over rounds. */
  readonly ratio: number
  readonly goal: string
  /** Smallest and largest ratio of a round. */
  readonly spread: [number, number]
  readonly rounds: number
  /** The same ratio in CPU time of the thread or process, which other programs distort less than wall time. */
  readonly cpuRatio?: number
}

export interface Rounds {
  /** Milliseconds of each round. */
  readonly ours: readonly number[]
  readonly peer: readonly number[]
  /** Peer's time over ours, per round. */
  readonly ratio: number
  readonly spread: [number, number]
}

/** Runs one round, including setup and cleanup, and returns the milliseconds of its work alone. */
export type Measured = () => number | Promise<number>

/**
 * Runs both sides alternately, so that a slow phase of the machine affects both, and swaps the order each round. A warm-up round is not counted.
 */
export async function interleaved(rounds: number, ours: Measured, peer: Measured): Promise<Rounds> {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)
    for (const side of order) {
      const ms = await (side === 'ours' ? ours() : peer())
      if (round > 0) times[side].push(ms)
    }
  }
  const ratios = times.ours.map((ms, i) => (times.peer[i] ?? Number.NaN) / ms)
  return { ...times, ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] }
}

/** CPU time of the calling thread for the two sides of `interleaved`. */
export class ThreadTimes {
  readonly #ms = { ours: [] as number[], peer: [] as number[] }

  async of<T>(side: 'ours' | 'peer', work: () => T | Promise<T>): Promise<T> {
    const before = process.threadCpuUsage()
    const done = await work()
    const { user, system } = process.threadCpuUsage(before)
    this.#ms[side].push((user + system) / 1000)
    return done
  }

  /** The peer's time over ours: the median over rounds without the warm-up round. */
  get ratio(): number {
    return median(this.#ms.ours.map((ms, round) => (this.#ms.peer[round] ?? Number.NaN) / ms).slice(1))
  }
}

/** Milliseconds that `work` takes. */
export async function elapsed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the share `q` of all values lies (nearest rank). */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN
}

/** Formats a number with few digits: 12345.6 → "12,346". */
export function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
}
