import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the element with this id when it appears and the URL names it. The router looks for it too early, before the case has loaded. */
export function useScrollToPart(id: string): void {
  const isLinked = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    if (isLinked) document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [isLinked, id])
}
