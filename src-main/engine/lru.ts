/** A map that forgets what was used longest ago once it is full. */
export class Lru<V> {
  readonly #entries = new Map<string, V>()
  readonly #limit: number
  #newest: string | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || key === this.#newest) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    return value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#newest = key
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
  }

  /** Longest unused first. */
  values(): Iterable<V> {
    return this.#entries.values()
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
