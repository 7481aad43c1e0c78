import { useTable, type SortingState } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { tracksOf, widthOf, type Column } from './column.ts'
import { features, modelColumns } from './model.ts'
import { nextRow } from './row-keys.ts'
import { TableHead } from './TableHead.tsx'

interface Props<Row extends object> {
  /** Accessible name: what the rows are. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  initialSort?: { id: string; desc: boolean }
  selected?: ReadonlySet<string>
  /** `add`: the row joins or leaves what is selected already. */
  onSelect?: (row: Row, add: boolean) => void
  /** Enter or double click. */
  onOpen?: (row: Row) => void
  /** The `c` key on the active row. */
  onCopy?: (row: Row) => void
  onEnd?: () => void
  empty: ReactNode
  rowHeight?: 28 | 36
}

const OVERSCAN = 12
/** Rows before the end at which more are asked for. */
const END_MARGIN = 40

/** A sortable list of any length: only the rows in view exist. One tab stop; arrows move, Space selects, Enter opens. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, columns, rowId, selected, onSelect, onOpen, onCopy, onEnd, empty, rowHeight = 28 } = props
  const [sorting, setSorting] = useState<SortingState>(props.initialSort === undefined ? [] : [props.initialSort])
  const [active, setActive] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const baseId = useId()
  const model = useMemo(() => modelColumns(columns), [columns])
  const table = useTable({
    features,
    columns: model,
    data: rows,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
    enableMultiSort: false,
    enableSortingRemoval: false,
  })
  const sorted = table.getRowModel().rows
  // This page is not compiled by React Compiler, so nothing memoises what the virtualiser returns.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getItemKey: (index) => sorted[index]?.id ?? index,
    // The first rows lie under the sticky header.
    scrollPaddingStart: rowHeight,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (onEnd !== undefined && sorted.length > 0 && last >= sorted.length - END_MARGIN) onEnd()
  }, [onEnd, last, sorted.length])

  useEffect(() => {
    if (selected === undefined || selected.size === 0) return
    const range = virtual.range
    const inView = range !== null && sorted.slice(range.startIndex + 1, range.endIndex).some((row) => selected.has(row.id))
    const first = inView ? -1 : sorted.findIndex((row) => selected.has(row.id))
    if (first >= 0) virtual.scrollToIndex(first, { align: 'center' })
    // Only a new selection scrolls, and only when none of it is in view: not every new order or page of rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const next = nextRow({ key: event.key, active, count: sorted.length, page: Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2 })
    const row = sorted[active]?.original
    if (next !== null) {
      setActive(next)
      virtual.scrollToIndex(next, { align: 'auto' })
      const moved = sorted[next]?.original
      if (event.shiftKey && moved !== undefined) onSelect?.(moved, true)
    } else if (row !== undefined && event.key === ' ') onSelect?.(row, event.ctrlKey || event.metaKey)
    else if (row !== undefined && event.key === 'Enter') (onOpen ?? ((each: Row) => onSelect?.(each, false)))(row)
    else if (row !== undefined && event.key === 'c' && !event.ctrlKey && !event.metaKey) onCopy?.(row)
    else return
    event.preventDefault()
  }

  const tracks = tracksOf(columns as readonly Column<never>[])
  const leastWidth = widthOf(columns as readonly Column<never>[])
  const activeId = active >= 0 && active < sorted.length ? `${baseId}-${active}` : undefined
  return (
    <div
      ref={scroller}
      className="table"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      aria-multiselectable={selected === undefined ? undefined : true}
      aria-activedescendant={activeId}
      onKeyDown={onKeyDown}
    >
      <div style={{ minWidth: leastWidth }} role="presentation">
        <TableHead
          columns={columns as readonly Column<never>[]}
          tracks={tracks}
          sorting={sorting[0] ?? null}
          onSort={(id) => table.getColumn(id)?.toggleSorting()}
        />
        {sorted.length === 0 ? (
          <div role="rowgroup">
            <div role="row">
              <div role="gridcell" className="table-empty">
                {empty}
              </div>
            </div>
          </div>
        ) : (
          <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = sorted[item.index]
              if (row === undefined) return null
              const isSelected = selected?.has(row.id) === true
              return (
                <div
                  key={item.key}
                  id={`${baseId}-${item.index}`}
                  role="row"
                  aria-rowindex={item.index + 2}
                  aria-selected={selected === undefined ? undefined : isSelected}
                  className={cx('table-row', isSelected && 'table-row-selected', item.index === active && 'table-row-active')}
                  style={{ gridTemplateColumns: tracks, height: rowHeight, transform: `translateY(${item.start}px)` }}
                  onClick={(event: MouseEvent) => {
                    setActive(item.index)
                    onSelect?.(row.original, event.ctrlKey || event.metaKey || event.shiftKey)
                  }}
                  onDoubleClick={() => onOpen?.(row.original)}
                >
                  {columns.map((column) => (
                    <div key={column.id} role="gridcell" className={cx('table-cell', column.align === 'end' && 'table-cell-end')}>
                      {column.cell(row.original)}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}
