const BUCKETS = 128

/**
 * A list of addresses with lookup by address. A Map would hash each string in full, since every address of an answer is a new
 * string. Three characters almost always tell the addresses of a transaction apart.
 */
export class AddressIndex {
  /** The newest index of each bucket, and for each index the previous one in its bucket; -1 for none. */
  private readonly newest = new Array<number>(BUCKETS).fill(-1)
  private readonly before: number[] = []
  private readonly names: string[] = []

  /** Appends a name. Lookups return the newest of equal names. */
  add(name: string): void {
    const bucket = bucketOf(name)
    this.names.push(name)
    this.newest[bucket] = this.before.push(this.newest[bucket] ?? -1) - 1
  }

  /** The name's index; -1 if it is missing. */
  find(name: string): number {
    let index = this.newest[bucketOf(name)] ?? -1
    while (index >= 0 && this.names[index] !== name) index = this.before[index] ?? -1
    return index
  }
}

/** Uses characters from the middle, because vanity addresses share their beginning or end. */
function bucketOf(name: string): number {
  return (name.charCodeAt(12) ^ (name.charCodeAt(17) << 2) ^ (name.charCodeAt(23) << 4)) & (BUCKETS - 1)
}
