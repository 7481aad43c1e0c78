/**
 * Virtualised rows of equal height, in pixels. All rows of a table have the same height, so the visible range is a division. With
 * `@tanstack/react-virtual` the live trade tape missed its goal (docs/performance.md): a filter keystroke over 100,000 rows
 * allocated about 100,000 measurement objects.
 */

/** Extra rows beyond each edge, so that a wheel notch shows no gap. */
const OVERSCAN = 6

/** The visible part of the table. */
export interface Viewport {
  /** First visible row. */
  readonly from: number
  /** Rows that fit the height, partly visible ones included. */
  readonly rows: number
  readonly width: number
}

export interface ScrollBox {
  readonly scrollTop: number
  /** Height and width without scroll bars. */
  readonly clientHeight: number
  readonly clientWidth: number
}

export interface Sizes {
  readonly row: number
  /** Height of the sticky header. */
  readonly head: number
}

export function measureViewport(box: ScrollBox, sizes: Sizes): Viewport {
  return {
    from: Math.max(0, Math.floor(box.scrollTop / sizes.row)),
    rows: Math.max(0, Math.ceil((box.clientHeight - sizes.head) / sizes.row) + 1),
    width: box.clientWidth,
  }
}

/** The range to render, `end` excluded. Its size is constant, so scrolling creates and removes no elements. */
export function visibleRange({ from, rows }: Viewport, count: number): { readonly first: number; readonly end: number } {
  const size = Math.min(count, rows + 2 * OVERSCAN)
  const first = Math.max(0, Math.min(from - OVERSCAN, count - size))
  return { first, end: first + size }
}

/** Scroll offset that shows a row. `auto` scrolls no further than needed. */
export function scrollTopFor(index: number, align: 'auto' | 'center', box: ScrollBox, sizes: Sizes): number {
  const room = box.clientHeight - sizes.head
  const start = index * sizes.row
  if (align === 'center') return Math.max(0, start - (room - sizes.row) / 2)
  return Math.min(start, Math.max(box.scrollTop, start + sizes.row - room))
}
