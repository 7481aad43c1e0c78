import { describe, expect, it } from 'vitest'
import { visibleRange, scrollTopFor, measureViewport } from './row-window.ts'

const SIZES = { row: 28, head: 29 }
const box = (scrollTop: number, clientHeight = 309) => ({ scrollTop, clientHeight, clientWidth: 900 })

describe('the visible range', () => {
  it.each([
    [0, 0],
    [27, 0],
    [28, 1],
    [28_000, 1_000],
    [-40, 0],
  ])('scrolled by %s pixels, row %s is the first in sight', (scrollTop, from) => {
    expect(measureViewport(box(scrollTop), SIZES)).toEqual({ from, rows: 11, width: 900 })
  })

  it('covers the viewport at every offset with a constant size', () => {
    for (let scrollTop = 0; scrollTop <= 500 * 28 - 280; scrollTop += 13) {
      const { first, end } = visibleRange(measureViewport(box(scrollTop), SIZES), 500)
      expect(end - first).toBe(23)
      expect(first * 28).toBeLessThanOrEqual(scrollTop)
      expect(end * 28).toBeGreaterThanOrEqual(scrollTop + 280)
    }
  })

  it('covers short and empty lists at any scroll offset', () => {
    const sight = measureViewport(box(9_000), SIZES)
    expect(visibleRange(sight, 7)).toEqual({ first: 0, end: 7 })
    expect(visibleRange(sight, 0)).toEqual({ first: 0, end: 0 })
  })
})

describe('scrolling to a row', () => {
  it.each([
    ['above: to the top edge', 5, 'auto', 140],
    ['in sight: nowhere', 12, 'auto', 280],
    ['below: to the bottom edge', 30, 'auto', 588],
    ['anywhere: to the middle', 30, 'center', 714],
    ['among the first: no further than the beginning', 1, 'center', 0],
  ] as const)('%s', (_where, index, align, scrollTop) => {
    expect(scrollTopFor(index, align, box(280), SIZES)).toBe(scrollTop)
  })
})
