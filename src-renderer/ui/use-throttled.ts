import { useEffect, useRef } from 'react'

/** Calls immediately, then at most once per interval; calls in between are made up for by one at its end. */
export function useThrottled(call: () => void, intervalMs: number): () => void {
  const state = useRef<{ timer: ReturnType<typeof setTimeout> | null; isDue: boolean }>({ timer: null, isDue: false })
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => {
    const { current } = state
    return () => {
      if (current.timer !== null) clearTimeout(current.timer)
      current.timer = null
    }
  }, [])
  const run = (): void => {
    latest.current()
    state.current.isDue = false
    state.current.timer = setTimeout(() => {
      state.current.timer = null
      if (state.current.isDue) run()
    }, intervalMs)
  }
  return () => {
    if (state.current.timer === null) run()
    else state.current.isDue = true
  }
}
