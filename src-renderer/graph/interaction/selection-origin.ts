let choosing = false

/** Changes the selection from inside the picture: what was clicked is on the screen already, so the camera stays. */
export function choose(change: () => void): void {
  choosing = true
  try {
    change()
  } finally {
    choosing = false
  }
}

/** Whether the change of selection that is being told right now came from inside the picture. */
export function isOwnChoice(): boolean {
  return choosing
}
