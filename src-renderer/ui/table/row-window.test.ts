import { describe, expect, it } from 'vitest'
import { rowsToDraw, scrollTopFor, sightOf } from './row-window.ts'

const SIZES = { row: 28, head: 29 }
const box = (scrollTop: number, clientHeight = 309) => ({ scrollTop, clientHeight, clientWidth: 900 })

describe('the rows of a table that are drawn', () => {
  it.each([
    [0, 0],
    [27, 0],
    [28, 1],
    [28_000, 1_000],
    [-40, 0],
  ])('scrolled by %s pixels, row %s is the first in sight', (scrollTop, from) => {
    expect(sightOf(box(scrollTop), SIZES)).toEqual({ from, rows: 11, width: 900 })
  })

  it('cover what is in sight at every place, and are always as many', () => {
    for (let scrollTop = 0; scrollTop <= 500 * 28 - 280; scrollTop += 13) {
      const { first, end } = rowsToDraw(sightOf(box(scrollTop), SIZES), 500)
      expect(end - first).toBe(23)
      expect(first * 28).toBeLessThanOrEqual(scrollTop)
      expect(end * 28).toBeGreaterThanOrEqual(scrollTop + 280)
    }
  })

  it('are all there are in a short list, and none in an empty one, wherever it was scrolled to before', () => {
    const sight = sightOf(box(9_000), SIZES)
    expect(rowsToDraw(sight, 7)).toEqual({ first: 0, end: 7 })
    expect(rowsToDraw(sight, 0)).toEqual({ first: 0, end: 0 })
  })
})

describe('the way to a row', () => {
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
