import { memo, type CSSProperties, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Column } from './column.ts'

interface Props<Row> {
  row: Row
  columns: readonly Column<Row>[]
  index: number
  id: string
  tracks: string
  height: number
  /** Undefined if rows of this table cannot be selected. */
  selected: boolean | undefined
  active: boolean
  /** Index of the active cell; -1 for the whole row. */
  activeCell: number
}

function Row<R>({ row, columns, index, id, tracks, height, selected, active, activeCell }: Props<R>): ReactNode {
  const style: CSSProperties = { gridTemplateColumns: tracks, height, transform: `translateY(${index * height}px)` }
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={cx('table-row', selected === true && 'table-row-selected', active && 'table-row-active')}
      style={style}
      data-index={index}
    >
      <RowCells row={row} columns={columns} activeId={active ? `${id}-${activeCell}` : null} activeCell={active ? activeCell : -1} />
    </div>
  )
}

/** Cells are memoized: rows added above only move the row. */
function Cells<R>({
  row,
  columns,
  activeId,
  activeCell,
}: Pick<Props<R>, 'row' | 'columns' | 'activeCell'> & {
  /** Id of the active cell; null if the row is not active. */ activeId: string | null
}): ReactNode {
  return columns.map((column, at) => (
    <div
      key={column.id}
      id={activeId !== null && at === activeCell ? activeId : undefined}
      role="gridcell"
      className={cx('table-cell', column.align === 'end' && 'table-cell-end')}
      data-active={at === activeCell ? true : undefined}
    >
      {column.cell(row)}
    </div>
  ))
}

const RowCells = memo(Cells) as typeof Cells

/** One visible row, memoized. */
export const TableRow = memo(Row) as typeof Row
