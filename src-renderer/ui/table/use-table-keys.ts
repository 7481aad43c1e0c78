import { useMemo, useState, type KeyboardEvent } from 'react'
import { copyText } from '../Copy.tsx'
import { showToast } from '../Toast.tsx'
import { cellText, rowText } from './cell-text.ts'
import type { Column } from './column.ts'
import { indexOfRow, nextCell, nextRow } from './row-keys.ts'

interface Options<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** Visible rows. */
  readonly page: () => number
  readonly onMove: (index: number) => void
  readonly onSelect: ((row: Row, add: boolean) => void) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onCopy: ((row: Row) => void) | undefined
}

interface TableKeys {
  readonly active: number
  /** -1 for the whole row. */
  readonly activeCell: number
  readonly activate: (index: number) => void
  readonly activeId: (baseId: string) => string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Keyboard handling of a table: active row and cell, selection and copying. */
export function useTableKeys<Row>({ rows, columns, rowId, page, onMove, onSelect, onOpen, onCopy }: Options<Row>): TableKeys {
  // Identified by id, so that rows added above do not change the active row.
  const [chosen, setChosen] = useState<{ readonly id: string; readonly index: number } | null>(null)
  const active = useMemo(() => (chosen === null ? -1 : indexOfRow(rows, (each) => rowId(each) === chosen.id, chosen.index)), [rows, rowId, chosen])
  const [activeCell, setActiveCell] = useState(-1)
  const row = rows[active]

  const activate = (index: number): void => {
    const next = rows[index]
    setChosen(next === undefined ? null : { id: rowId(next), index })
  }
  const moveTo = (index: number, extend: boolean): void => {
    activate(index)
    onMove(index)
    const moved = rows[index]
    if (extend && moved !== undefined) onSelect?.(moved, true)
  }

  /** True if the key was handled. */
  const act = (event: KeyboardEvent): boolean => {
    const chord = event.ctrlKey || event.metaKey
    const next = nextRow({ key: event.key, active, count: rows.length, page: page() })
    const cell = nextCell(event.key, activeCell, columns.length)
    if (next !== null) moveTo(next, event.shiftKey)
    else if (row === undefined) return false
    else if (cell !== null) setActiveCell(cell)
    else if (event.key === ' ') onSelect?.(row, chord)
    else if (event.key === 'Enter') (onOpen ?? ((each: Row) => onSelect?.(each, false)))(row)
    else if (event.key === 'c' && chord && hasNoTextSelection()) void copyCell(columns, columns[activeCell], row)
    else if (event.key === 'c' && !chord && onCopy !== undefined) onCopy(row)
    else return false
    return true
  }

  return {
    active,
    activeCell,
    activate,
    activeId: (baseId) => (row === undefined ? undefined : activeCell < 0 ? `${baseId}-${active}` : `${baseId}-${active}-${activeCell}`),
    onKeyDown: (event) => {
      if (event.target === event.currentTarget && act(event)) event.preventDefault()
    },
  }
}

/** The browser itself copies text that is selected with the mouse. */
const hasNoTextSelection = (): boolean => window.getSelection()?.isCollapsed !== false

async function copyCell<Row>(columns: readonly Column<Row>[], column: Column<Row> | undefined, row: Row): Promise<void> {
  const text = column === undefined ? rowText(columns, row) : cellText(column, row)
  if (text === null) return showToast('This cell has no text to copy')
  if (await copyText(text)) showToast(column === undefined ? 'Row copied' : `${column.header} copied`)
}
