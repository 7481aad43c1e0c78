/**
 * Which element draws which row. A row keeps its element while it is in view, and one that comes takes over the element of one
 * that left: scrolling writes into elements that are there, and makes none.
 */
export class RowSlots {
  #held: ReadonlyMap<string, number> = new Map()
  #made = 0

  /** The element of each row, by number, in the order of `ids`; for the same rows again the same ones. */
  take(ids: readonly string[]): readonly number[] {
    const wanted = new Set(ids)
    const free = [...this.#held].filter(([id]) => !wanted.has(id)).map(([, slot]) => slot)
    const taken = new Map<string, number>()
    let next = 0
    const slots = ids.map((id) => {
      // Of two rows that call themselves alike, the second is one that came.
      const slot = (taken.has(id) ? undefined : this.#held.get(id)) ?? free[next++] ?? this.#made++
      taken.set(taken.has(id) ? `${id} ${slot}` : id, slot)
      return slot
    })
    this.#held = taken
    return slots
  }
}
