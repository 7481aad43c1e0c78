/** Compares texts as SQLite does, by their UTF-8 bytes. In that order, surrogates come after all other UTF-16 code units. */
export function compareBytes(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
  }
  return a.length - b.length
}

const SURROGATES = 0xd800
const AFTER_SURROGATES = 0xe000
const rank = (unit: number): number => (unit >= SURROGATES && unit < AFTER_SURROGATES ? unit + AFTER_SURROGATES : unit)
