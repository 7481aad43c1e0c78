import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { Column } from './column.ts'
import type { Sorting } from './sort-rows.ts'

interface Props {
  columns: readonly Column<never>[]
  tracks: string
  sorting: Sorting | null
  onSort: (column: Column<never>) => void
}

export function TableHead({ columns, tracks, sorting, onSort }: Props) {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-head-row" style={{ gridTemplateColumns: tracks }}>
        {columns.map((column) => {
          const by = sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined
          const sorts = column.sortBy !== undefined
          return (
            <div
              key={column.id}
              role="columnheader"
              className={cx('table-cell', column.align === 'end' && 'table-cell-end')}
              aria-sort={sorts ? (by ?? 'none') : undefined}
              title={column.description}
            >
              {sorts ? (
                <button type="button" className={cx('table-sort', by !== undefined && 'table-sort-on')} onClick={() => onSort(column)}>
                  <span>{column.header}</span>
                  {by === undefined ? null : <Icon name={by === 'ascending' ? 'chevronUp' : 'chevronDown'} size={12} />}
                </button>
              ) : (
                <>
                  <span className={column.hiddenHeader === true || column.headerContent !== undefined ? 'visually-hidden' : undefined}>
                    {column.header}
                  </span>
                  {column.headerContent}
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
