import { VIEW_ROWS, PAGE_ROWS } from './view-rows.ts'

/** Every shortcut of the page: the sheet lists them, the listener acts on them. */
export interface Shortcut {
  readonly keys: string
  readonly does: string
}

export const SHORTCUTS: readonly { readonly group: string; readonly rows: readonly Shortcut[] }[] = [
  {
    group: 'Anywhere',
    rows: [
      { keys: 'Mod+K', does: 'Search tokens, views and actions' },
      { keys: '/', does: 'The same' },
      { keys: '?', does: 'This sheet' },
      { keys: 'Esc', does: 'Close what floats, else clear the selection' },
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
    group: 'A token',
    rows: [
      { keys: '[', does: 'Earlier snapshot' },
      { keys: ']', does: 'Later snapshot' },
      { keys: 'b', does: 'Show or hide the tables under the graph' },
      { keys: 'i', does: 'Show or hide the inspector' },
    ],
  },
  {
    group: 'The graph, while it has the focus',
    rows: [
      { keys: 'n', does: 'Next cluster by share (Shift: the one before)' },
      { keys: 'w', does: 'Next wallet of the cluster, or of all (Shift: add it; two show path and why)' },
      { keys: 'x', does: 'Draw the cluster as one, or wallet by wallet again' },
      { keys: 'h', does: 'Hide what is selected' },
      { keys: 'p', does: 'Pin what is selected, or let it go' },
      { keys: 'f', does: 'Show everything' },
    ],
  },
  {
    group: 'A table',
    rows: [
      { keys: '↑', does: 'Row above (with Shift: select it too)' },
      { keys: '↓', does: 'Row below (with Shift: select it too)' },
      { keys: '←', does: 'Cell before, then the whole row' },
      { keys: '→', does: 'Cell after' },
      { keys: 'Home', does: 'First row' },
      { keys: 'End', does: 'Last row' },
      { keys: 'Space', does: 'Select the row (with Ctrl or ⌘: add it)' },
      { keys: 'Enter', does: 'Open the row, or the link of the cell' },
      { keys: 'c', does: 'Copy the address of the row' },
      { keys: 'Mod+C', does: 'Copy the cell, or the whole row' },
    ],
  },
]
