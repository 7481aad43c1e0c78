import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/**
 * Whether the page has a graph whose picture is not painted yet. Work for everything else, such as tables and neighbouring snapshots, waits for
 * it: it would take the processor from the graph.
 */
const picture = createStore(() => ({ isAwaited: false }))

/** Longer than the largest graph takes. A graph that failed is never painted. */
const MAX_WAIT_MS = 5_000
let limit: ReturnType<typeof setTimeout> | undefined

/** Called where a graph will be painted. Returns how to stop waiting for it. */
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

/** The slider is dragged until there has been no other picture for this long. */
const QUIET_MS = 100
let shownAt = Number.NEGATIVE_INFINITY

/** Runs work once no picture is awaited and none was shown for `quietMs`. Returns how to cancel it. */
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

/** The value as of the latest picture on which the slider has rested. It is rendered in a transition, which the next step interrupts. */
export function useAfterPicture<T>(value: T): T {
  const [shown, show] = useState(value)
  useEffect(() => afterPicture(() => startTransition(() => show(() => value))), [value])
  return shown
}
