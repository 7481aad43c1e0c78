import { createSortedRowModel, rowSortingFeature, tableFeatures, type ColumnDef } from '@tanstack/react-table'
import type { Column } from './column.ts'

export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Numbers by size, words as a person sorts them. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** Our columns in the words of the table library. Unknown values become `undefined`, which it keeps last. */
export function modelColumns<Row extends object>(columns: readonly Column<Row>[]): ColumnDef<typeof features, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    accessorFn: (row: Row): unknown => column.sortBy?.(row) ?? undefined,
    enableSorting: column.sortBy !== undefined,
    sortDescFirst: column.firstDirection === 'desc',
    sortUndefined: 'last',
    sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  }))
}
