import { useEffect, useState } from 'react'
import { readTheme, type GraphTheme } from './theme.ts'

/** The theme of an element, reread when the page or the system changes it. Null until the element is mounted. */
export function useGraphTheme(element: Element | null): GraphTheme | null {
  const [theme, setTheme] = useState<GraphTheme | null>(null)
  useEffect(() => {
    if (element === null) return undefined
    const read = (): void =>
      setTheme((before) => {
        const now = readTheme(element)
        return before !== null && JSON.stringify(before) === JSON.stringify(now) ? before : now
      })
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', read)
    return () => {
      observer.disconnect()
      system.removeEventListener('change', read)
    }
  }, [element])
  return theme
}
