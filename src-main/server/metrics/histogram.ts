/** Upper ends in seconds; what takes longer counts in +Inf only. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** How often something took how long. */
class Histogram {
  readonly #counts = new Float64Array(BUCKETS.length + 1)
  #sum = 0

  add(seconds: number): void {
    let at = 0
    while (at < BUCKETS.length && seconds > (BUCKETS[at] ?? 0)) at += 1
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += seconds
  }

  /** Counts up to and with each bucket, the last one being all. */
  cumulative(): number[] {
    let total = 0
    return [...this.#counts].map((count) => (total += count))
  }

  get sum(): number {
    return this.#sum
  }
}

/** Histograms by name, made on first use. */
export class Histograms {
  readonly all = new Map<string, Histogram>()

  add(name: string, seconds: number): void {
    let histogram = this.all.get(name)
    if (histogram === undefined) this.all.set(name, (histogram = new Histogram()))
    histogram.add(seconds)
  }
}
