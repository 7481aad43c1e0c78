/** Keyboard navigation between rows and cells. */

export interface RowMove {
  readonly key: string
  readonly active: number
  readonly count: number
  /** Visible rows: the step of PageUp and PageDown. */
  readonly page: number
}

/** Target row of a key, or null. */
export function nextRow({ key, active, count, page }: RowMove): number | null {
  if (count === 0) return null
  const target = targetOf(key, active, count, Math.max(1, page))
  return target === null ? null : Math.min(count - 1, Math.max(0, target))
}

/** Target cell of a key; -1 for the whole row. Null if the key does not move sideways. */
export function nextCell(key: string, active: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(count - 1, active + 1)
  if (key === 'ArrowLeft') return Math.max(-1, active - 1)
  return null
}

function targetOf(key: string, active: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1
    case 'ArrowUp':
      return active < 0 ? count - 1 : active - 1
    case 'PageDown':
      return active + page
    case 'PageUp':
      return active - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Current index of a row that was at `near`, searched outwards from there; -1 if the row no longer exists. */
export function indexOfRow<Row>(rows: readonly Row[], isIt: (row: Row) => boolean, near: number): number {
  for (let away = 0; away <= Math.max(near, rows.length - 1 - near); away++) {
    for (const index of [near + away, near - away]) {
      const row = rows[index]
      if (row !== undefined && isIt(row)) return index
    }
  }
  return -1
}
