import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRowChanges } from '../../src-shared/domain/row-changes.ts'
import { rowChanges, type RowForm } from './row-changes.ts'

interface Row {
  readonly id: string
  readonly rank: number
  readonly tags: readonly string[]
}

const FORM: RowForm<Row> = { key: ['id'], fields: ['id', 'rank', 'tags'] }
const row = (id: string, rank = 0, ...tags: string[]): Row => ({ id, rank, tags })
const list = fc.array(
  fc.record({ id: fc.constantFrom(...'abcdefgh'), rank: fc.nat(3), tags: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }) }),
  { maxLength: 10 },
)

describe('changes of rows', () => {
  it('lead from any list to any other', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applyRowChanges(before, rowChanges(before, after, FORM))).toEqual(after)
      }),
    )
  })

  it('have the fields that differ of rows that stay, and keep the other rows', () => {
    const before = [row('a', 1, 'x'), row('b', 2), row('c', 3)]
    const after = [row('a', 1, 'x'), row('new', 2), row('b', 3, 'y'), row('c', 3)]
    const changes = rowChanges(before, after, FORM)
    expect(changes).toEqual({
      gone: [],
      at: [1],
      rows: [row('new', 2)],
      fields: { id: null, rank: { at: [2], values: [3] }, tags: { at: [2], values: [['y']] } },
    })
    const applied = applyRowChanges(before, changes)
    expect([applied[0], applied[3]].map((kept) => before.indexOf(kept as Row))).toEqual([0, 2])
  })

  it('move one row, up or down, without the others', () => {
    const before = 'abcdef'.split('').map((id) => row(id))
    for (const order of ['bcdefa', 'fabcde']) {
      const after = order.split('').map((id) => row(id))
      expect(rowChanges(before, after, FORM).rows).toHaveLength(1)
    }
  })

  it('belong to the list that they were made from', () => {
    expect(() => applyRowChanges([row('a')], { ...rowChanges([], [], FORM), at: [4], rows: [row('b')] })).toThrow(RangeError)
  })
})
