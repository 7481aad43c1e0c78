import type { ReactNode } from 'react'
import type { CsvValue } from '../../format/csv.ts'

/** One column of a table: what it shows, what it sorts by, what it exports. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Drawn in place of the header's word, which stays for ears. */
  readonly headerMark?: ReactNode
  /** The header is there for ears only: the cells speak for themselves. */
  readonly quietHeader?: true
  /** Says what a row is, so it cannot be taken out. */
  readonly stays?: true
  /** What the figure means; shown on the header. */
  readonly explain?: string
  /** Least width in pixels; `grow` shares out what is left. */
  readonly width: number
  readonly grow?: number
  /** Left out where the table is too narrow for all, the highest first; without it the column stays. */
  readonly gives?: number
  readonly align?: 'start' | 'end'
  readonly cell: (row: Row) => ReactNode
  /** Sorts by this; null goes last either way. Without it the column does not sort. */
  readonly sortBy?: (row: Row) => string | number | null
  /** Direction of the first click; numbers usually want the largest first. */
  readonly firstDirection?: 'asc' | 'desc'
  /** Exported under the header; without it the column is not exported. */
  readonly csv?: (row: Row) => CsvValue
  /** Where the header is a mark and no word. */
  readonly csvHeader?: string
}

/** CSS grid tracks, shared by the header and every row. */
export function tracksOf(columns: readonly Column<never>[]): string {
  return columns.map(({ width, grow = 0 }) => (grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(' ')
}

export function widthOf(columns: readonly Column<never>[]): number {
  return columns.reduce((total, { width }) => total + width, 0)
}

/** The columns that a table of this width has room for; what cannot give way stays, and the table scrolls sideways. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const givers = columns.filter(({ gives }) => gives !== undefined).sort((a, b) => (a.gives ?? 0) - (b.gives ?? 0))
  let fitting = columns
  while (fitting.reduce((total, { width }) => total + width, 0) > room) {
    const giver = givers.pop()
    if (giver === undefined) break
    fitting = fitting.filter((column) => column !== giver)
  }
  return fitting
}
