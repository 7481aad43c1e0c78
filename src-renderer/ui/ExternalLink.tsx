import type { MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A page outside: the desktop window hands it to the system's browser. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const open = (event: MouseEvent): void => {
    event.stopPropagation()
    if (window.holderscope === undefined) return
    event.preventDefault()
    void window.holderscope.openLink(href)
  }
  return (
    <a className="external" href={href} target="_blank" rel="noreferrer noopener" onClick={open}>
      {children}
      <Icon name="external" size={12} />
    </a>
  )
}
