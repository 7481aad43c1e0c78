const BUCKETS = 128

/**
 * A list of addresses and where in it each stands. Every address of an answer is a text of its own, which a Map would hash from
 * end to end; three characters tell it from the others of a transaction, nearly always.
 */
export class NameIndex {
  /** The newest index of each bucket, and for every index the one before it in its bucket; -1 where there is none. */
  private readonly newest = new Array<number>(BUCKETS).fill(-1)
  private readonly before: number[] = []
  private readonly names: string[] = []

  /** Adds a name behind the others; the newest of the same names is the one found. */
  add(name: string): void {
    const bucket = bucketOf(name)
    this.names.push(name)
    this.newest[bucket] = this.before.push(this.newest[bucket] ?? -1) - 1
  }

  /** -1 for a name that the list lacks. */
  find(name: string): number {
    let index = this.newest[bucketOf(name)] ?? -1
    while (index >= 0 && this.names[index] !== name) index = this.before[index] ?? -1
    return index
  }
}

/** Of characters amid the name: many addresses are made to begin or end alike. */
function bucketOf(name: string): number {
  return (name.charCodeAt(12) ^ (name.charCodeAt(17) << 2) ^ (name.charCodeAt(23) << 4)) & (BUCKETS - 1)
}
