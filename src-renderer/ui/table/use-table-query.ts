import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { reflects, tableQuery, withTableQuery, type TableName, type TableQuery } from '../../stores/table-url.ts'
import { parseQuery, writeQuery } from '../../stores/url-state.ts'

/** Browsers limit how often a page may change its URL, and typed text changes with each key. */
const WRITE_AFTER_MS = 250

/**
 * The filter and order of a table, which the URL holds. A change is shown at once and written to the URL soon after, without a history entry, like
 * the selection.
 */
export function useTableQuery(table: TableName): readonly [TableQuery, (change: TableQuery) => void] {
  const inUrl = useSearch({ strict: false, select: (raw) => writeQuery(tableQuery(raw, table)) })
  const navigate = useNavigate()
  /** What the URL does not have yet. */
  const [pending, setPending] = useState<TableQuery | null>(null)
  const stored = useMemo((): TableQuery => parseQuery(inUrl), [inUrl])
  if (pending !== null && reflects(stored, pending)) setPending(null)

  useEffect(() => {
    if (pending === null) return
    const write = (): void => void navigate({ to: '.', search: (search) => withTableQuery(search, table, pending), replace: true })
    const timer = setTimeout(write, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending, stored, navigate, table])

  const change = useCallback((next: TableQuery) => setPending((before) => ({ ...before, ...next })), [])
  const query = useMemo(() => (pending === null ? stored : { ...stored, ...pending }), [stored, pending])
  return [query, change]
}
