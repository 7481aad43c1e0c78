import type { Point } from '../elements/elements.ts'

/** A position for a circle of radius `r` that touches the discs with the indexes `a` and `b`. */
export interface Corner extends Point {
  readonly a: number
  readonly b: number
  readonly r: number
  readonly score: number
}

/** A binary heap: smallest score first, equal scores by disc indexes, so the order is deterministic. */
export class CornerHeap {
  readonly #items: Corner[] = []

  push(item: Corner): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || !before(item, above)) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): Corner | null {
    const items = this.#items
    const [top] = items
    const last = items.pop()
    if (top === undefined || last === undefined) return null
    if (items.length > 0) this.#sink(last)
    return top
  }

  #sink(item: Corner): void {
    const items = this.#items
    let at = 0
    for (;;) {
      const left = items[2 * at + 1]
      const right = items[2 * at + 2]
      if (left === undefined) break
      const takeRight = right !== undefined && before(right, left)
      const child = takeRight ? right : left
      if (!before(child, item)) break
      items[at] = child
      at = takeRight ? 2 * at + 2 : 2 * at + 1
    }
    items[at] = item
  }
}

function before(a: Corner, b: Corner): boolean {
  if (a.score !== b.score) return a.score < b.score
  return a.a !== b.a ? a.a < b.a : a.b < b.b
}
