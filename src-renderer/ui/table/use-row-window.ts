import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { visibleRange, scrollTopFor, measureViewport, type Viewport } from './row-window.ts'

/** Header row and its border, as in table.css. */
const HEAD = 29

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Rows to draw, `end` excluded. */
  readonly first: number
  readonly end: number
  /** Width of the table; Infinity before it is known. */
  readonly width: number
  /** Call on scroll. */
  readonly onScroll: () => void
  readonly scrollTo: (index: number, align: 'auto' | 'center') => void
  readonly isInSight: (index: number) => boolean
}

const UNKNOWN: Viewport = { from: 0, rows: 0, width: Infinity }

const isSame = (one: Viewport, other: Viewport): boolean => one.from === other.from && one.rows === other.rows && one.width === other.width

/** The virtualised range of a table. It changes per row, not per pixel. */
export function useRowWindow(count: number, rowHeight: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState(UNKNOWN)
  const measure = useCallback(() => {
    if (scroller.current === null) return
    const next = measureViewport(scroller.current, { row: rowHeight, head: HEAD })
    setViewport((had) => (isSame(had, next) ? had : next))
  }, [rowHeight])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  const { first, end } = visibleRange(viewport, count)
  return {
    scroller,
    first,
    end,
    width: viewport.width,
    // In the same frame as the scroll, because a later update would show a gap.
    onScroll: () => flushSync(measure),
    scrollTo(index, align) {
      const element = scroller.current
      if (element !== null) element.scrollTop = scrollTopFor(index, align, element, { row: rowHeight, head: HEAD })
    },
    isInSight: (index) => index > viewport.from && index < viewport.from + viewport.rows - 2,
  }
}
