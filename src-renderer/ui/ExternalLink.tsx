import type { MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A page outside: the desktop window hands it to the system's browser. `inRow`: Enter on its cell opens it, so it is no tab stop of its own. */
export function ExternalLink({ href, inRow = false, children }: { href: string; inRow?: boolean; children: ReactNode }) {
  const open = (event: MouseEvent): void => {
    event.stopPropagation()
    if (window.holderscope === undefined) return
    event.preventDefault()
    void window.holderscope.openLink(href)
  }
  return (
    <a className="external" href={href} target="_blank" rel="noreferrer noopener" tabIndex={inRow ? -1 : undefined} onClick={open}>
      {children}
      <Icon name="external" size={12} />
    </a>
  )
}
