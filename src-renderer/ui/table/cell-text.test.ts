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
const SORTED: readonly Column<Row>[] = COLUMNS.map(({ csv: _csv, ...column }) => ({ ...column, sortBy: (row) => row.share }))

describe('copied text', () => {
  it('is the exact value of a cell, and null for a purely visual one', () => {
    expect(COLUMNS.map((column) => cellText(column, { address: 'a', share: 1.25 }))).toEqual(['a', '1.25', null])
  })

  it('is the sort value without a CSV value, in a cell as in a row, and never the sort value of an unknown CSV value', () => {
    expect(rowText(SORTED, { address: 'a', share: 1.25 })).toBe('1.25\t1.25\t1.25')
    const cluster: Column<Row> = { id: 'cluster', header: 'Cluster', width: 1, cell: () => null, csv: () => null, sortBy: () => 4 }
    expect([cellText(cluster, { address: 'a', share: 1 }), rowText([cluster], { address: 'a', share: 1 })]).toEqual([null, ''])
  })

  it('is a tab-separated line in which names cannot break out of their cell', () => {
    expect(rowText(COLUMNS, { address: 'a\tb\nc', share: null })).toBe('a b c\t')
  })
})
