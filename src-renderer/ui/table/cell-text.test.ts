import { describe, expect, it } from 'vitest'
import { cellText, rowText } from './cell-text.ts'
import type { Column } from './column.ts'

interface Row {
  readonly address: string
  readonly share: number | null
}
const COLUMNS: readonly Column<Row>[] = [
  { id: 'address', header: 'Holder', width: 1, cell: () => null, csv: (row) => row.address },
  { id: 'share', header: 'Share', width: 1, cell: () => null, csv: (row) => row.share, sortBy: (row) => row.share },
  { id: 'bar', header: 'Bar', width: 1, cell: () => null },
]

describe('what is copied from a table', () => {
  it('is the exact value of a cell, and nothing for one that only draws', () => {
    expect(COLUMNS.map((column) => cellText(column, { address: 'a', share: 1.25 }))).toEqual(['a', '1.25', null])
  })

  it('is a line of the exported cells, on which a name cannot break out of its cell', () => {
    expect(rowText(COLUMNS, { address: 'a\tb\nc', share: null })).toBe('a b c\t')
  })
})
