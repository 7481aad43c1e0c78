import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The newest value for listeners that are set up once: cytoscape's and the window's outlive many renders. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
