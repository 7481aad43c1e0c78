import { useMemo } from 'react'
import { usePreferences } from '../../stores/preferences.ts'
import type { Column } from './column.ts'

const NONE: readonly string[] = []

/** Columns that are not hidden; required ones always stay. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const hidden = usePreferences((state) => state.hiddenColumns[table] ?? NONE)
  return useMemo(() => columns.filter((column) => column.isRequired === true || !hidden.includes(column.id)), [columns, hidden])
}
