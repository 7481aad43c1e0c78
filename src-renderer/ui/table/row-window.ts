/** Which rows of a long table exist, where all rows are equally high. Pixels. */

/** Rows drawn beyond each edge, so that turning the wheel by a notch shows no gap. */
const OVERSCAN = 6

/** What of the table is in sight. */
export interface Sight {
  /** The first row in sight. */
  readonly from: number
  /** Rows that the height has room for, cut ones included. */
  readonly rows: number
  readonly width: number
}

export interface Box {
  readonly scrollTop: number
  /** Height and width without scroll bars. */
  readonly clientHeight: number
  readonly clientWidth: number
}

export interface Sizes {
  readonly row: number
  /** The head that stays above the rows. */
  readonly head: number
}

export function sightOf(box: Box, sizes: Sizes): Sight {
  return {
    from: Math.max(0, Math.floor(box.scrollTop / sizes.row)),
    rows: Math.max(0, Math.ceil((box.clientHeight - sizes.head) / sizes.row) + 1),
    width: box.clientWidth,
  }
}

/** The rows to draw, `end` excluded: as many at every place of the list, so that none has to be made or dropped on the way. */
export function rowsToDraw({ from, rows }: Sight, count: number): { readonly first: number; readonly end: number } {
  const size = Math.min(count, rows + 2 * OVERSCAN)
  const first = Math.max(0, Math.min(from - OVERSCAN, count - size))
  return { first, end: first + size }
}

/** Where the table has to be scrolled for a row to be seen: `auto` no further than needed. */
export function scrollTopFor(index: number, align: 'auto' | 'center', box: Box, sizes: Sizes): number {
  const room = box.clientHeight - sizes.head
  const start = index * sizes.row
  if (align === 'center') return Math.max(0, start - (room - sizes.row) / 2)
  return Math.min(start, Math.max(box.scrollTop, start + sizes.row - room))
}
