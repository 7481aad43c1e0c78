/** A map that forgets what was not used for the longest time when it holds more weight than it may. */
export class BoundedMap<K, V> {
  readonly #rows = new Map<K, { readonly value: V; readonly weight: number }>()
  readonly #limit: number
  #weight = 0
  #newest: K | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    const row = this.#rows.get(key)
    if (row === undefined) return undefined
    if (key === this.#newest) return row.value
    this.#rows.delete(key)
    this.#rows.set(key, row)
    this.#newest = key
    return row.value
  }

  set(key: K, value: V, weight = 1): void {
    this.delete(key)
    if (weight > this.#limit) return
    this.#rows.set(key, { value, weight })
    this.#newest = key
    this.#weight += weight
    for (const oldest of this.#rows.keys()) {
      if (this.#weight <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(key: K): void {
    const row = this.#rows.get(key)
    if (row === undefined) return
    this.#rows.delete(key)
    this.#weight -= row.weight
  }
}
