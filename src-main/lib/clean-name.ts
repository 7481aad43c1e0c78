/** Names come from untrusted contracts and end up in tables, graphs and files, so characters that hide or reorder text are removed. */

const NAME_LENGTH = 96
/** Control, format (bidi overrides, zero-width), surrogate, private-use and unassigned code points, line and paragraph separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** Complete tags only, because some names contain a single bracket. */
const MARKUP = /<\/?[a-z!][^<>]*>/giu

/** A printable, bounded name without markup; null when nothing printable is left. */
export function cleanName(text: string): string | null {
  const clean = text.normalize('NFC').replace(UNPRINTABLE, '').replace(MARKUP, '').replace(/\s+/gu, ' ').trim()
  if (clean === '') return null
  const points = [...clean]
  return points.length > NAME_LENGTH ? `${points.slice(0, NAME_LENGTH).join('')}…` : clean
}
