import type { LinkKey } from '../../stores/selection.ts'

/** A link's key as text, used as element id and as key of table rows. */
export function linkKeyString(link: LinkKey): string {
  return `${link.source} ${link.target} ${link.kind} ${link.token}`
}

export function linkKeyOf(link: LinkKey): LinkKey {
  return { source: link.source, target: link.target, kind: link.kind, token: link.token }
}
