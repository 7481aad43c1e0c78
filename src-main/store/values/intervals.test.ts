import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockRange } from '../interface.ts'
import { difference, size, union } from './intervals.ts'

const range = (from: number, to: number): BlockRange => ({ from, to })
const MOST = 60
const anyRanges = fc.array(
  fc.tuple(fc.nat(MOST), fc.nat(8)).map(([from, length]) => range(from, from + length)),
  { maxLength: 12 },
)
const blocks = (ranges: readonly BlockRange[]): Set<number> =>
  new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i)))

describe('union', () => {
  it.each([
    ['nothing', [], [], []],
    ['apart stays apart', [range(1, 3)], [range(5, 6)], [range(1, 3), range(5, 6)]],
    ['touching ranges join', [range(1, 3)], [range(4, 6)], [range(1, 6)]],
    ['overlapping ranges join', [range(1, 5)], [range(3, 9)], [range(1, 9)]],
    ['one inside the other', [range(1, 9)], [range(3, 4)], [range(1, 9)]],
    ['one bridges many', [range(1, 2), range(5, 6), range(9, 10)], [range(3, 8)], [range(1, 10)]],
    ['a range that ends before it starts holds nothing', [range(5, 4)], [], []],
  ])('%s', (_, a, b, expected) => expect(union(a, b)).toEqual(expected))
})

describe('difference', () => {
  it.each([
    ['nothing covered', [range(1, 9)], [], [range(1, 9)]],
    ['all covered', [range(1, 9)], [range(0, 20)], []],
    ['a hole in the middle', [range(1, 9)], [range(4, 5)], [range(1, 3), range(6, 9)]],
    ['both ends covered', [range(1, 9)], [range(1, 2), range(9, 12)], [range(3, 8)]],
  ])('%s', (_, a, b, expected) => expect(difference(a, b)).toEqual(expected))
})

describe('against sets of blocks', () => {
  it('holds the same blocks, in normal form', () => {
    fc.assert(
      fc.property(anyRanges, anyRanges, (a, b) => {
        const both = union(a, b)
        expect(blocks(both)).toEqual(blocks([...a, ...b]))
        for (const [i, later] of both.slice(1).entries()) expect(later.from).toBeGreaterThan((both[i]?.to ?? 0) + 1)
        const left = difference(a, b)
        expect(blocks(left)).toEqual(new Set([...blocks(a)].filter((block) => !blocks(b).has(block))))
        expect(union(left, [])).toEqual(left)
        expect(size(a)).toBe(blocks(a).size)
      }),
    )
  })
})
