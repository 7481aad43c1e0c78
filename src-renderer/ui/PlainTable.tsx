import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Age, Amount, Percent } from './Value.tsx'

/** A header text; `end` aligns the column to the right. */
type Head = string | { readonly start: string; readonly title: string } | { readonly end: ReactNode; readonly title?: string }

/** The header row of a plain table. */
export function PlainHead({ columns }: { columns: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, i) =>
          typeof column === 'string' ? (
            <th key={i} scope="col">
              {column}
            </th>
          ) : (
            <th key={i} scope="col" className={'end' in column ? 'end' : undefined} title={column.title}>
              {'end' in column ? column.end : column.start}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

interface Props extends Pick<ComponentProps<'table'>, 'aria-label' | 'aria-labelledby' | 'className'> {
  columns: readonly Head[]
  dense?: boolean
  /** Whether it scrolls sideways in a narrow window. */
  scrolls?: boolean
  /** Rows. */
  children: ReactNode
}

/** A short table without sorting. */
export function PlainTable({ columns, dense = false, scrolls = false, className, children, ...rest }: Props) {
  const table = (
    <table className={cx('plain-table', dense && 'plain-table-dense', className)} {...rest}>
      <PlainHead columns={columns} />
      <tbody>{children}</tbody>
    </table>
  )
  return scrolls ? <div className="plain-table-scroll">{table}</div> : table
}

/** Cells with one value. Numbers are aligned to the right. */

export const AmountCell = ({ value }: { value: number | null }) => (
  <td className="end">
    <Amount value={value} />
  </td>
)

export const PercentCell = ({ value }: { value: number | null }) => (
  <td className="end">
    <Percent value={value} />
  </td>
)

export const AgeCell = ({ at, end = false }: { at: number | null; end?: boolean }) => (
  <td className={end ? 'end' : undefined}>
    <Age at={at} />
  </td>
)
