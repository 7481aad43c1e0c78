import { describe, expect, it } from 'vitest'
import { RowRecycler } from './row-recycler.ts'

const ids = (from: number, count = 5): string[] => Array.from({ length: count }, (_, i) => `row ${from + i}`)

describe('row elements', () => {
  it('stay with their row and are reused for new rows', () => {
    const slots = new RowRecycler()
    expect(slots.assign(ids(0))).toEqual([0, 1, 2, 3, 4])
    expect(slots.assign(ids(2))).toEqual([2, 3, 4, 0, 1])
    expect(slots.assign(ids(1))).toEqual([1, 2, 3, 4, 0])
  })

  it('keep their order if all rows change', () => {
    const slots = new RowRecycler()
    slots.assign(ids(0))
    slots.assign(ids(2))
    expect(slots.assign(ids(900))).toEqual([2, 3, 4, 0, 1])
  })

  it('are stable for the same rows and unique', () => {
    const slots = new RowRecycler()
    const twice = ['a', 'b', 'a', 'c']
    const first = slots.assign(twice)
    expect(new Set(first).size).toBe(4)
    expect(slots.assign(twice)).toEqual(first)
  })

  it('never exceed the number of visible rows', () => {
    const slots = new RowRecycler()
    for (let from = 0; from < 400; from += 3) expect(Math.max(...slots.assign(ids(from)))).toBeLessThan(5)
    expect(slots.assign(ids(400, 2))).toHaveLength(2)
  })
})
