import { useEffect, useId, useMemo, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { fittingColumns, tracksOf, usefulWidthOf, widthOf, type Column } from './column.ts'
import styles from './DataTable.module.css'
import { cx } from '../cx.ts'
import { RowRecycler } from './row-recycler.ts'
import type { TableName } from '../../stores/table-url.ts'
import { nextSorting, readSorting, sortingText, sortRows, type Sorting } from './sort-rows.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useRowWindow } from './use-row-window.ts'
import { useTableQuery } from './use-table-query.ts'
import { useTableKeys } from './use-table-keys.ts'

interface Props<Row extends object> {
  /** Its name in the URL. */
  table: TableName
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  initialSort?: Sorting
  selected?: ReadonlySet<string>
  /** Identity of the selection; defaults to `selected`. The table scrolls to each new one. */
  selection?: unknown
  /** `add`: toggles the row in the selection. */
  onSelect?: (row: Row, add: boolean) => void
  /** Enter or double click. */
  onOpen?: (row: Row) => void
  /** The `c` key on the active row. */
  onCopy?: (row: Row) => void
  onEnd?: () => void
  /** Whether the first rows are scrolled out of view. */
  onAway?: (away: boolean) => void
  empty: ReactNode
  rowHeight?: 28 | 36
}

/** Rows before the end at which `onEnd` is called. */
const END_MARGIN = 40

/**
 * A sortable list of any length, of which only the visible rows exist. It is one tab stop: arrows move between rows and cells, Space selects, Enter
 * opens the row or the link of the cell, Ctrl+C or ⌘+C copies the cell or the row.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { table, label, rows, rowId, selected, selection = selected, onSelect, onOpen, onCopy, onEnd, onAway, empty, rowHeight = 28 } = props
  const [query, change] = useTableQuery(table)
  const { id: sortId = null, desc: isDescending = false } = readSorting(query['sort'], props.columns) ?? props.initialSort ?? {}
  const sorting = useMemo(() => (sortId === null ? null : { id: sortId, desc: isDescending }), [sortId, isDescending])
  const baseId = useId()
  const sorted = useMemo(() => sortRows(rows, props.columns, sorting), [rows, props.columns, sorting])
  const { scroller, first, end, width, onScroll, scrollTo, isInSight } = useRowWindow(sorted.length, rowHeight)
  const columns = useMemo(() => fittingColumns(props.columns, width), [props.columns, width])
  const [slots] = useState(() => new RowRecycler())
  const drawn = sorted.slice(first, end)
  const elements = slots.assign(drawn.map(rowId))
  const keys = useTableKeys({
    rows: sorted,
    columns,
    rowId,
    page: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2,
    onMove: (index) => scrollTo(index, 'auto'),
    onSelect,
    onOpen,
    onCopy,
  })

  useEffect(() => {
    if (onEnd !== undefined && sorted.length > 0 && end >= sorted.length - END_MARGIN) onEnd()
  }, [onEnd, end, sorted.length])

  useEffect(() => {
    if (selected === undefined || selected.size === 0) return
    const isChosen = (row: Row): boolean => selected.has(rowId(row))
    const seen = drawn.some((row, at) => isInSight(first + at) && isChosen(row))
    const chosen = seen ? -1 : sorted.findIndex(isChosen)
    if (chosen >= 0) scrollTo(chosen, 'center')
    // Only a new selection scrolls, and only if none of it is in view. A new order or page of rows does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selection])

  const press = (event: MouseEvent): void => {
    const index = indexAt(event)
    const row = sorted[index]
    if (row === undefined) return
    keys.activate(index)
    onSelect?.(row, event.ctrlKey || event.metaKey || event.shiftKey)
  }
  const open = (event: MouseEvent): void => {
    const row = sorted[indexAt(event)]
    if (row !== undefined) onOpen?.(row)
  }
  /** Opens the link in the active cell; false if there is none. */
  const openCell = (): boolean => {
    const cell = keys.activeCell < 0 ? null : document.getElementById(keys.activeId(baseId) ?? '')
    const link = cell?.querySelector<HTMLElement>('a[href]')
    link?.click()
    return link !== null && link !== undefined
  }
  const sortBy = (column: Column<never>): void => change({ sort: sortingText(nextSorting(column, sorting)) })

  const loose = columns as readonly Column<never>[]
  const tracks = tracksOf(loose)
  const natural = widthOf(loose)
  return (
    <div
      ref={scroller}
      className={cx('table', styles.table)}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selected === undefined ? undefined : true}
      aria-activedescendant={keys.activeId(baseId)}
      onKeyDown={(event) => (event.key === 'Enter' && openCell() ? event.preventDefault() : keys.onKeyDown(event))}
      onScroll={(event) => {
        // Read before rendering. Afterwards it would force a layout.
        const isAway = event.currentTarget.scrollTop > rowHeight
        onScroll()
        onAway?.(isAway)
      }}
    >
      <div
        style={{ minWidth: sorted.length === 0 ? 0 : natural, '--useful-width': `${usefulWidthOf(loose)}px` } as CSSProperties}
        role="presentation"
      >
        <TableHead columns={loose} tracks={tracks} sorting={sorting} onSort={sortBy} />
        {sorted.length === 0 ? (
          <div role="rowgroup">
            <div role="row">
              <div role="gridcell" className="table-empty">
                {empty}
              </div>
            </div>
          </div>
        ) : (
          <div role="rowgroup" className="table-body" style={{ height: sorted.length * rowHeight }} onClick={press} onDoubleClick={open}>
            {drawn.map((row, at) => {
              const index = first + at
              const active = index === keys.active
              return (
                <TableRow
                  key={elements[at]}
                  row={row}
                  columns={columns}
                  index={index}
                  id={`${baseId}-${index}`}
                  tracks={tracks}
                  height={rowHeight}
                  selected={selected === undefined ? undefined : selected.has(rowId(row))}
                  active={active}
                  activeCell={active ? keys.activeCell : -1}
                />
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}

/** Index of the row under the pointer; -1 if there is none. */
function indexAt(event: MouseEvent): number {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
  return Number(row?.dataset['index'] ?? -1)
}
