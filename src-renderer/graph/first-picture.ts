import { create } from 'zustand'

/**
 * Whether the page has a graph that is not painted yet. Work for what is not on the screen, such as neighbouring snapshots, waits for it: it
 * would take the processor from the graph.
 */
export const useFirstPicture = create(() => ({ isAwaited: false }))

/** Called where a graph will be shown. Returns how to stop waiting for it. */
export function awaitFirstPicture(): () => void {
  useFirstPicture.setState({ isAwaited: true })
  return stopAwaiting
}

export const stopAwaiting = (): void => useFirstPicture.setState({ isAwaited: false })
