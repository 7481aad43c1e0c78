import { VIEW_ROWS, PAGE_ROWS } from './view-rows.ts'

/** Every shortcut of the page: the sheet lists them, the listener acts on them. */
export interface Shortcut {
  readonly keys: string
  readonly does: string
}

export const SHORTCUTS: readonly { readonly group: string; readonly rows: readonly Shortcut[] }[] = [
  {
    group: 'General',
    rows: [
      { keys: 'Mod+K', does: 'Search tokens, views and actions' },
      { keys: '/', does: 'Search tokens, views and actions' },
      { keys: '?', does: 'Show keyboard shortcuts' },
      { keys: 'Esc', does: 'Close the open dialog, or clear the selection' },
    ],
  },
  {
    group: 'Go to',
    rows: [
      ...VIEW_ROWS.map((row) => ({ keys: `g+${row.key}`, does: row.name })),
      ...PAGE_ROWS.map((row) => ({ keys: `g+${row.key}`, does: row.name })),
    ],
  },
  {
    group: 'Token page',
    rows: [
      { keys: '[', does: 'Previous snapshot' },
      { keys: ']', does: 'Next snapshot' },
      { keys: 'b', does: 'Show or hide the tables below the graph' },
      { keys: 'i', does: 'Show or hide the inspector' },
    ],
  },
  {
    group: 'Graph (when focused)',
    rows: [
      { keys: 'n', does: 'Next cluster by share (Shift: previous)' },
      { keys: 'w', does: 'Next wallet (Shift: add to selection; two show their path)' },
      { keys: 'x', does: 'Collapse or expand the cluster' },
      { keys: 'h', does: 'Hide the selection' },
      { keys: 'p', does: 'Pin or unpin the selection' },
      { keys: 'f', does: 'Fit the graph to the view' },
    ],
  },
  {
    group: 'Tables',
    rows: [
      { keys: '↑', does: 'Previous row (Shift: also select it)' },
      { keys: '↓', does: 'Next row (Shift: also select it)' },
      { keys: '←', does: 'Previous cell, then the whole row' },
      { keys: '→', does: 'Next cell' },
      { keys: 'Home', does: 'First row' },
      { keys: 'End', does: 'Last row' },
      { keys: 'Space', does: 'Select the row (Ctrl or ⌘: add to selection)' },
      { keys: 'Enter', does: 'Open the row, or the link in the cell' },
      { keys: 'c', does: 'Copy the address in the row' },
      { keys: 'Mod+C', does: 'Copy the cell, or the whole row' },
    ],
  },
]
