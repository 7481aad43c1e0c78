import type { MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A link to an external page. The desktop window opens it in the system browser. `inRow`: Enter on the cell opens it, so it is not a tab stop. */
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
