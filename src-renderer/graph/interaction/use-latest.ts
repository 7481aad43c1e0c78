import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The value of the latest render, for listeners that are registered once and outlive many renders. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
