import fc from 'fast-check'
import { expect, it } from 'vitest'
import { largest } from './largest.ts'

it('is the beginning of the sorted list, ties as they come', () => {
  const compare = (a: { n: number }, b: { n: number }): number => b.n - a.n
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(12), (numbers, most) => {
      const items = numbers.map((n, i) => ({ n, i }))
      expect(largest(items, most, compare)).toEqual(items.toSorted(compare).slice(0, most))
    }),
  )
})
