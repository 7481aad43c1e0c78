import type { ReactNode } from 'react'
import type { CsvValue } from '../../../src-shared/domain/csv.ts'

/** Column definition: rendering, sorting and export. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Rendered instead of the header text, which stays for screen readers. */
  readonly headerContent?: ReactNode
  /** The header is for screen readers only. */
  readonly hiddenHeader?: true
  /** Identifies the row, so it cannot be hidden. */
  readonly isRequired?: true
  /** Tooltip of the header. */
  readonly description?: string
  /** Minimum width in pixels; `grow` distributes the remaining width. */
  readonly width: number
  readonly grow?: number
  /** Hidden when the table is too narrow, highest first; columns without it stay. */
  readonly dropPriority?: number
  readonly align?: 'start' | 'end'
  readonly cell: (row: Row) => ReactNode
  /** Sort value; null sorts last in both directions. Not sortable without it. */
  readonly sortBy?: (row: Row) => string | number | null
  /** Direction of the first click. */
  readonly firstDirection?: 'asc' | 'desc'
  /** CSV value; not exported without it. */
  readonly csv?: (row: Row) => CsvValue
  /** Overrides the header in CSV. */
  readonly csvHeader?: string
}

/** A column of numbers: aligned to the right, largest first, and sorted and saved as `value` reads them. */
export const numberColumn = <Row>({
  value,
  ...column
}: Omit<Column<Row>, 'align' | 'sortBy' | 'csv'> & { readonly value: (row: Row) => number | null }): Column<Row> => ({
  align: 'end',
  firstDirection: 'desc',
  sortBy: value,
  csv: value,
  ...column,
})

/** CSS grid tracks of the header and all rows. */
export function tracksOf(columns: readonly Column<never>[]): string {
  return columns.map(({ width, grow = 0 }) => (grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(' ')
}

export function widthOf(columns: readonly Column<never>[]): number {
  return columns.reduce((total, { width }) => total + width, 0)
}

/** Columns that take this share of the remaining width, or a larger one, have sentences. */
const SENTENCE_GROW = 4

/** The width beyond which columns only move apart. Sentences have use for more room than other cells. */
export const usefulWidthOf = (columns: readonly Column<never>[]): number =>
  1.4 * columns.reduce((total, { width, grow = 0 }) => total + (grow >= SENTENCE_GROW ? 1.5 * width : width), 0)

/** The columns that fit into this width. Columns without `dropPriority` always stay, and the table then scrolls sideways. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const givers = columns.filter(({ dropPriority: gives }) => gives !== undefined).sort((a, b) => (a.dropPriority ?? 0) - (b.dropPriority ?? 0))
  let fitting = columns
  while (fitting.reduce((total, { width }) => total + width, 0) > room) {
    const giver = givers.pop()
    if (giver === undefined) break
    fitting = fitting.filter((column) => column !== giver)
  }
  return fitting
}
