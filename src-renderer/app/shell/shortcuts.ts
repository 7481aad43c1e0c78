import { VIEW_ROWS, PAGE_ROWS } from './view-rows.ts'

/** Every keyboard shortcut; the sheet lists them and the listener handles them. */
export interface Shortcut {
  readonly keys: string
  readonly description: string
}

export const SHORTCUTS: readonly { readonly group: string; readonly rows: readonly Shortcut[] }[] = [
  {
    group: 'General',
    rows: [
      { keys: 'Mod+K', description: 'Search tokens, wallets, clusters and actions' },
      { keys: '/', description: 'Search tokens, wallets, clusters and actions' },
      { keys: '?', description: 'Show keyboard shortcuts' },
      { keys: 'Mod+Z', description: 'Undo the last change of the open case' },
      { keys: 'Mod+Shift+Z', description: 'Redo the last change that was undone' },
      { keys: 'Esc', description: 'Close the open dialog, or clear the selection' },
    ],
  },
  {
    group: 'Go to',
    rows: [
      ...VIEW_ROWS.map((row) => ({ keys: `g+${row.key}`, description: row.name })),
      ...PAGE_ROWS.map((row) => ({ keys: `g+${row.key}`, description: row.name })),
    ],
  },
  {
    group: 'Token page',
    rows: [
      { keys: '[', description: 'Previous snapshot' },
      { keys: ']', description: 'Next snapshot' },
      { keys: 'b', description: 'Show or hide the tables below the graph' },
      { keys: 'i', description: 'Show or hide the inspector' },
    ],
  },
  {
    group: 'Graph (when focused)',
    rows: [
      { keys: 'n', description: 'Next cluster by share (Shift: previous)' },
      { keys: 'w', description: 'Next wallet (Shift: add to selection; two show their path)' },
      { keys: 'x', description: 'Collapse or expand the cluster' },
      { keys: 'h', description: 'Hide the selection' },
      { keys: 'p', description: 'Pin or unpin the selection' },
      { keys: 'f', description: 'Fit the graph to the view' },
    ],
  },
  {
    group: 'Tables',
    rows: [
      { keys: '↑', description: 'Previous row (Shift: also select it)' },
      { keys: '↓', description: 'Next row (Shift: also select it)' },
      { keys: '←', description: 'Previous cell, then the whole row' },
      { keys: '→', description: 'Next cell' },
      { keys: 'Home', description: 'First row' },
      { keys: 'End', description: 'Last row' },
      { keys: 'Space', description: 'Select the row (Ctrl or ⌘: add to selection)' },
      { keys: 'Enter', description: 'Open the row, or the link in the cell' },
      { keys: 'c', description: 'Copy the address in the row' },
      { keys: 'Mod+C', description: 'Copy the cell, or the whole row' },
    ],
  },
]
