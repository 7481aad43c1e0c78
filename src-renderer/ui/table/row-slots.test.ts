import { describe, expect, it } from 'vitest'
import { RowSlots } from './row-slots.ts'

const ids = (from: number, count = 5): string[] => Array.from({ length: count }, (_, i) => `row ${from + i}`)

describe('the elements of rows', () => {
  it('stay with a row that stays, and go over to rows that come', () => {
    const slots = new RowSlots()
    expect(slots.take(ids(0))).toEqual([0, 1, 2, 3, 4])
    expect(slots.take(ids(2))).toEqual([2, 3, 4, 0, 1])
    expect(slots.take(ids(1))).toEqual([1, 2, 3, 4, 0])
  })

  it('keep their order where all rows are others, so that none is moved', () => {
    const slots = new RowSlots()
    slots.take(ids(0))
    slots.take(ids(2))
    expect(slots.take(ids(900))).toEqual([2, 3, 4, 0, 1])
  })

  it('are the same for the same rows asked again, and never two of one number', () => {
    const slots = new RowSlots()
    const twice = ['a', 'b', 'a', 'c']
    const first = slots.take(twice)
    expect(new Set(first).size).toBe(4)
    expect(slots.take(twice)).toEqual(first)
  })

  it('are no more than rows were in view at once', () => {
    const slots = new RowSlots()
    for (let from = 0; from < 400; from += 3) expect(Math.max(...slots.take(ids(from)))).toBeLessThan(5)
    expect(slots.take(ids(400, 2))).toHaveLength(2)
  })
})
