let isSelecting = false

/** Changes the selection from within the graph. The clicked element is already in view, so the camera does not move. */
export function selectInGraph(change: () => void): void {
  isSelecting = true
  try {
    change()
  } finally {
    isSelecting = false
  }
}

/** Whether the selection change being reported to subscribers came from within the graph. */
export function isSelectedInGraph(): boolean {
  return isSelecting
}
