import { create } from 'zustand'
import { withTableQuery, type TableName, type TableQuery, type TableSearch } from './table-url.ts'
import { parseQuery, writeQuery } from './url-state.ts'

/** Filters and orders of tables that the URL does not have yet. */

/** Browsers limit how often a page may change its URL, and typed text changes with each key. */
const WRITE_AFTER_MS = 250
const STORAGE_NAME = 'holderscope.unwritten-url'

interface Pending {
  /** The page that the changes were made on; null if there are none. */
  readonly path: string | null
  readonly tables: Readonly<Partial<Record<TableName, TableQuery>>>
}

const NONE: Pending = { path: null, tables: {} }

export const usePendingTables = create<Pending>()(() => NONE)

/** The search with all pending changes. */
export function withPendingTables(search: TableSearch): TableSearch {
  const tables = Object.entries(usePendingTables.getState().tables) as [TableName, TableQuery][]
  return tables.reduce((changed, [table, query]) => withTableQuery(changed, table, query), search)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** @param write writes the pending changes into the URL; called once no change was made for a while */
export function changeTable(table: TableName, change: TableQuery, write: () => void): void {
  const path = location.pathname
  const before = usePendingTables.getState()
  const tables = before.path === path ? before.tables : {}
  usePendingTables.setState({ path, tables: { ...tables, [table]: { ...tables[table], ...change } } })
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (location.pathname === path) write()
    else usePendingTables.setState(NONE)
  }, WRITE_AFTER_MS)
}

/** Called once the URL has the changes of a table. */
export function settleTable(table: TableName): void {
  const { [table]: _settled, ...tables } = usePendingTables.getState().tables
  usePendingTables.setState(Object.keys(tables).length === 0 ? NONE : { tables })
}

/**
 * Writes what is pending when the page is left. A browser that reloads has read the URL before, so the URL is also remembered for the page that it loads.
 */
export function writePendingTables(): void {
  const { path } = usePendingTables.getState()
  if (path === null || path !== location.pathname) return
  const from = location.href
  history.replaceState(history.state, '', `${location.pathname}${writeQuery(withPendingTables(parseQuery(location.search)))}${location.hash}`)
  usePendingTables.setState(NONE)
  try {
    sessionStorage.setItem(STORAGE_NAME, JSON.stringify({ from, to: location.href }))
  } catch {
    // Without session storage, a reload within the wait loses the change.
  }
}

/** Restores the URL that a reload did not have. */
export function restorePendingTables(): void {
  const text = takeRemembered()
  if (text === null) return
  const { from, to } = JSON.parse(text) as { readonly from: string; readonly to: string }
  if (from === location.href) history.replaceState(history.state, '', to)
}

function takeRemembered(): string | null {
  try {
    const text = sessionStorage.getItem(STORAGE_NAME)
    sessionStorage.removeItem(STORAGE_NAME)
    return text
  } catch {
    return null
  }
}
