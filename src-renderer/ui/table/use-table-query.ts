import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { changeTable, settleTable, usePendingTables, withPendingTables } from '../../stores/pending-tables.ts'
import { reflects, tableQuery, type TableName, type TableQuery } from '../../stores/table-url.ts'
import { parseQuery, writeQuery } from '../../stores/url-state.ts'

/**
 * The filter and order of a table, which the URL holds. A change is shown at once and written to the URL soon after, without a history entry, like
 * the selection.
 */
export function useTableQuery(table: TableName): readonly [TableQuery, (change: TableQuery) => void] {
  const inUrl = useSearch({ strict: false, select: (raw) => writeQuery(tableQuery(raw, table)) })
  const navigate = useNavigate()
  const pending = usePendingTables(({ path, tables }) => (path === location.pathname ? tables[table] : undefined))
  const stored = useMemo((): TableQuery => parseQuery(inUrl), [inUrl])
  const isWritten = pending !== undefined && reflects(stored, pending)

  useEffect(() => {
    if (isWritten) settleTable(table)
  }, [isWritten, table])

  const change = useCallback(
    (next: TableQuery) => changeTable(table, next, () => void navigate({ to: '.', search: withPendingTables, replace: true })),
    [table, navigate],
  )
  const query = useMemo(() => (pending === undefined ? stored : { ...stored, ...pending }), [stored, pending])
  return [query, change]
}
