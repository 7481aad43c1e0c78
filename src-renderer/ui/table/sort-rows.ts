import type { Column } from './column.ts'

export interface Sorting {
  readonly id: string
  readonly desc: boolean
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Sorts by one column: numbers by size, text by collation, null last in both directions. Stable. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const sortBy = columns.find((column) => column.id === sorting?.id)?.sortBy
  if (sorting === null || sortBy === undefined) return rows
  const turn = sorting.desc ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return a.value === b.value ? 0 : a.value === null ? 1 : -1
      return turn * compareValues(a.value, b.value)
    })
    .map(({ row }) => row)
}

/** `share`, or `-share` for descending. */
export const sortingText = ({ id, desc }: Sorting): string => `${desc ? '-' : ''}${id}`

/** Null for a text that names no sortable column. */
export function readSorting<Row>(text: string | undefined, columns: readonly Column<Row>[]): Sorting | null {
  const desc = text?.startsWith('-') === true
  const id = desc ? text.slice(1) : text
  return columns.some((column) => column.id === id && column.sortBy !== undefined) ? { id: id ?? '', desc } : null
}

/** Sorting after a click on a header: the column's first direction, then the other. */
export function nextSorting(column: Pick<Column<never>, 'id' | 'firstDirection'>, sorting: Sorting | null): Sorting {
  return { id: column.id, desc: sorting?.id === column.id ? !sorting.desc : column.firstDirection === 'desc' }
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
