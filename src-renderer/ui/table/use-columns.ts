import { useMemo } from 'react'
import { usePreferences } from '../../stores/preferences.ts'
import type { Column } from './column.ts'

const NONE: readonly string[] = []

/** The columns of a table without those that this person took out. One that `stays` says what a row is. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const hidden = usePreferences((state) => state.hiddenColumns[table] ?? NONE)
  return useMemo(() => columns.filter((column) => column.stays === true || !hidden.includes(column.id)), [columns, hidden])
}
