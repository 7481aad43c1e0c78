import { useSyncExternalStore } from 'react'

/** One clock for every age on the page, so that a thousand rows do not keep a thousand timers. */

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
    // Nobody looked at it for a while: it stands where the last one left.
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

/** Unix seconds, moving on every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
