import { useSyncExternalStore } from 'react'

/** One clock for all ages on the page, instead of a timer per row. */

const TICK_MS = 10_000
const listeners = new Set<() => void>()
let now = readClock()
let timer: ReturnType<typeof setInterval> | null = null

function readClock(): number {
  return Math.floor(Date.now() / 1000)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === null) {
    // The clock does not run without subscribers.
    now = readClock()
    timer = setInterval(() => {
      now = readClock()
      for (const each of listeners) each()
    }, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Unix seconds, updated every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
