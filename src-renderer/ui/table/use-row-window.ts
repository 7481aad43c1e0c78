import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { rowsToDraw, scrollTopFor, sightOf, type Sight } from './row-window.ts'

/** The head's row and its line; as in table.css. */
const HEAD = 29

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Rows to draw, `end` excluded. */
  readonly first: number
  readonly end: number
  /** Width of the table; Infinity before it is known. */
  readonly width: number
  /** To be called when the table was scrolled. */
  readonly onScroll: () => void
  readonly scrollTo: (index: number, align: 'auto' | 'center') => void
  readonly isInSight: (index: number) => boolean
}

const UNKNOWN: Sight = { from: 0, rows: 0, width: Infinity }

const isSame = (one: Sight, other: Sight): boolean => one.from === other.from && one.rows === other.rows && one.width === other.width

/** The part of a long table that is drawn; it changes with every row that comes into sight, not with every pixel. */
export function useRowWindow(count: number, rowHeight: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState(UNKNOWN)
  const look = useCallback(() => {
    if (scroller.current === null) return
    const next = sightOf(scroller.current, { row: rowHeight, head: HEAD })
    setSight((had) => (isSame(had, next) ? had : next))
  }, [rowHeight])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [look])
  const { first, end } = rowsToDraw(sight, count)
  return {
    scroller,
    first,
    end,
    width: sight.width,
    // In the very frame that is scrolled: later would show a gap.
    onScroll: () => flushSync(look),
    scrollTo(index, align) {
      const element = scroller.current
      if (element !== null) element.scrollTop = scrollTopFor(index, align, element, { row: rowHeight, head: HEAD })
    },
    isInSight: (index) => index > sight.from && index < sight.from + sight.rows - 2,
  }
}
