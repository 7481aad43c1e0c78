import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/**
 * Whether the page has a graph that is not painted yet. All other work, such as tables and neighbouring snapshots, waits for it, because it would
 * take processor time from the graph.
 */
const picture = createStore(() => ({ isAwaited: false }))

/** Longer than the largest graph takes to paint. A graph that failed is never painted. */
const MAX_WAIT_MS = 5_000
let limit: ReturnType<typeof setTimeout> | undefined

/** Called by a view that will paint a graph. Returns a function that stops waiting for it. */
export function awaitPicture(): () => void {
  clearTimeout(limit)
  limit = setTimeout(stopAwaiting, MAX_WAIT_MS)
  picture.setState({ isAwaited: true })
  return stopAwaiting
}

export function stopAwaiting(): void {
  if (!picture.getState().isAwaited) return
  clearTimeout(limit)
  shownAt = performance.now()
  picture.setState({ isAwaited: false })
}

/** The slider counts as dragged until no other picture has appeared for this time. */
const QUIET_MS = 100
let shownAt = Number.NEGATIVE_INFINITY

/** Runs work once no picture is awaited and none was shown for `quietMs`. Returns a cancel function. */
export function afterPicture(work: () => void, quietMs = QUIET_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (): void => {
    timer = setTimeout(finish, shownAt + quietMs - performance.now())
  }
  const stop = picture.subscribe(({ isAwaited }) => {
    if (isAwaited) clearTimeout(timer)
    else start()
  })
  const finish = (): void => {
    stop()
    work()
  }
  if (!picture.getState().isAwaited) start()
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** The value at the latest picture on which the slider rested. It is rendered in a transition, which the next step interrupts. */
export function useAfterPicture<T>(value: T): T {
  const [shown, show] = useState(value)
  useEffect(() => afterPicture(() => startTransition(() => show(() => value))), [value])
  return shown
}
