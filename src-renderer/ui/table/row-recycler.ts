/**
 * Assigns rows to DOM elements. A row keeps its element while it is visible, and new rows reuse the elements of rows that left, so scrolling creates
 * no elements.
 */
export class RowRecycler {
  #held: ReadonlyMap<string, number> = new Map()
  #made = 0

  /** Element number of each row; stable for unchanged rows. */
  assign(ids: readonly string[]): readonly number[] {
    const wanted = new Set(ids)
    const free = [...this.#held].filter(([id]) => !wanted.has(id)).map(([, slot]) => slot)
    const taken = new Map<string, number>()
    let next = 0
    const slots = ids.map((id) => {
      // If two rows have the same id, the second gets a new element.
      const slot = (taken.has(id) ? undefined : this.#held.get(id)) ?? free[next++] ?? this.#made++
      taken.set(taken.has(id) ? `${id} ${slot}` : id, slot)
      return slot
    })
    this.#held = taken
    return slots
  }
}
