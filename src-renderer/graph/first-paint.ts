import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/**
 * Whether the page has a graph that is not painted yet. All other work, such as tables and neighbouring snapshots, waits for it, because it would
 * take processor time from the graph.
 */
const paint = createStore(() => ({ isAwaited: false }))

/** Longer than the largest graph takes to paint. A graph that failed is never painted. */
const MAX_WAIT_MS = 5_000
let limit: ReturnType<typeof setTimeout> | undefined

/** Called by a view that will paint a graph. Returns a function that stops waiting for it. */
export function awaitPaint(): () => void {
  clearTimeout(limit)
  limit = setTimeout(stopAwaiting, MAX_WAIT_MS)
  paint.setState({ isAwaited: true })
  return stopAwaiting
}

export function stopAwaiting(): void {
  if (!paint.getState().isAwaited) return
  clearTimeout(limit)
  paintedAt = performance.now()
  paint.setState({ isAwaited: false })
}

/** The slider counts as dragged until no other graph was painted for this time. */
const QUIET_MS = 100
let paintedAt = Number.NEGATIVE_INFINITY

/** Runs work once no paint is awaited and none happened for `quietMs`. Returns a cancel function. */
export function afterPaint(work: () => void, quietMs = QUIET_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (): void => {
    timer = setTimeout(finish, paintedAt + quietMs - performance.now())
  }
  const stop = paint.subscribe(({ isAwaited }) => {
    if (isAwaited) clearTimeout(timer)
    else start()
  })
  const finish = (): void => {
    stop()
    work()
  }
  if (!paint.getState().isAwaited) start()
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** The value at the latest paint on which the slider rested. It is rendered in a transition, which the next step interrupts. */
export function useAfterPaint<T>(value: T): T {
  const [shown, show] = useState(value)
  useEffect(() => afterPaint(() => startTransition(() => show(() => value))), [value])
  return shown
}
