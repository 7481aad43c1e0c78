import { memo, type CSSProperties, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Column } from './column.ts'

interface Props<Row> {
  row: Row
  columns: readonly Column<Row>[]
  index: number
  id: string
  tracks: string
  start: number
  height: number
  /** undefined: rows of this table cannot be selected. */
  selected: boolean | undefined
  active: boolean
  /** Index of the active cell; -1 is the row as a whole. */
  activeCell: number
}

function Row<R>({ row, columns, index, id, tracks, start, height, selected, active, activeCell }: Props<R>): ReactNode {
  const place: CSSProperties = { gridTemplateColumns: tracks, height, transform: `translateY(${start}px)` }
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={cx('table-row', selected === true && 'table-row-selected', active && 'table-row-active')}
      style={place}
      data-index={index}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={`${id}-${at}`}
          role="gridcell"
          className={cx('table-cell', column.align === 'end' && 'table-cell-end')}
          data-active={active && at === activeCell ? true : undefined}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

/** One row in view; drawn again only when it or its place changed. */
export const TableRow = memo(Row) as typeof Row
