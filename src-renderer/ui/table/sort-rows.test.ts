import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { nextSorting, readSorting, sortingText, sortRows } from './sort-rows.ts'

interface Row {
  readonly name: string
  readonly share: number | null
}
const column = (over: Partial<Column<Row>>): Column<Row> => ({ id: 'name', header: 'Name', width: 10, cell: () => null, ...over })
const COLUMNS = [column({ sortBy: (row) => row.name }), column({ id: 'share', sortBy: (row) => row.share, firstDirection: 'desc' })]
const ROWS: readonly Row[] = [
  { name: 'w10', share: null },
  { name: 'w9', share: 3 },
  { name: 'W2', share: 12 },
  { name: 'b', share: 3 },
]
const names = (id: string, desc: boolean): string[] => sortRows(ROWS, COLUMNS, { id, desc }).map(({ name }) => name)

describe('table sorting', () => {
  it('sorts text naturally, with numbers by size', () => {
    expect(names('name', false)).toEqual(['b', 'W2', 'w9', 'w10'])
  })

  it('keeps null last in both directions and is stable', () => {
    expect(names('share', true)).toEqual(['W2', 'w9', 'b', 'w10'])
    expect(names('share', false)).toEqual(['w9', 'b', 'W2', 'w10'])
  })

  it('leaves the rows unchanged without a sortable column', () => {
    expect(sortRows(ROWS, COLUMNS, null)).toBe(ROWS)
    expect(sortRows(ROWS, COLUMNS, { id: 'gone', desc: true })).toBe(ROWS)
  })

  it('uses the first direction of the column, then reverses', () => {
    const share = { id: 'share', firstDirection: 'desc' } as const
    const first = nextSorting(share, { id: 'name', desc: false })
    expect(first).toEqual({ id: 'share', desc: true })
    expect(nextSorting(share, first)).toEqual({ id: 'share', desc: false })
  })
})

describe('the order of a table in the URL', () => {
  const columns = [{ id: 'share', sortBy: () => 1 }, { id: 'bar' }] as unknown as Column<object>[]

  it('is a column that can be sorted, ascending or descending', () => {
    for (const sorting of [
      { id: 'share', desc: true },
      { id: 'share', desc: false },
    ])
      expect(readSorting(sortingText(sorting), columns)).toEqual(sorting)
    for (const text of [undefined, '', '-', 'bar', '-none']) expect(readSorting(text, columns)).toBeNull()
  })
})
