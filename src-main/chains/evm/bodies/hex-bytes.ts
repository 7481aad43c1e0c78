/** Hex digits read from bytes, many at a time. */

export const BAD = 255
const BAD_PAIR = 256

/** Value of a lower-case hex digit; capitals and everything else are BAD. */
export const DIGIT = new Uint8Array(256).fill(BAD)
for (let i = 0; i < 16; i++) DIGIT['0123456789abcdef'.charCodeAt(i)] = i

/** Value of two digits, by their two characters as one little-endian number. */
const PAIR = new Uint16Array(1 << 16).fill(BAD_PAIR)
for (let high = 0; high < 256; high++) {
  for (let low = 0; low < 256; low++) {
    const [a, b] = [DIGIT[high] ?? BAD, DIGIT[low] ?? BAD]
    if (a !== BAD && b !== BAD) PAIR[high | (low << 8)] = (a << 4) | b
  }
}

export const bytesOf = (text: string): DataView => viewOf(Buffer.from(text, 'latin1'))
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
/** Thrown inside the reader only: the answer is not of the regular form. */
export class Irregular extends Error {}
export const IRREGULAR = new Irregular('irregular')

const MANY = 8

/**
 * Whether the text stands here: eight bytes at a time, as floats (bytes of a text are no NaN and no zero, so equal floats are
 * equal bytes), and the last eight over again where it is longer by less.
 */
export function isAt(view: DataView, start: number, text: DataView): boolean {
  const length = text.byteLength
  if (start + length > view.byteLength) return false
  if (length < MANY) {
    for (let i = 0; i < length; i++) if (view.getUint8(start + i) !== text.getUint8(i)) return false
    return true
  }
  for (let i = 0; i + MANY <= length; i += MANY) if (view.getFloat64(start + i, true) !== text.getFloat64(i, true)) return false
  return view.getFloat64(start + length - MANY, true) === text.getFloat64(length - MANY, true)
}

/** Eight hex digits. One test serves them all: a bad pair has a bit that no good one has. */
export function word32(view: DataView, start: number): number {
  const a = PAIR[view.getUint16(start, true)] ?? BAD_PAIR
  const b = PAIR[view.getUint16(start + 2, true)] ?? BAD_PAIR
  const c = PAIR[view.getUint16(start + 4, true)] ?? BAD_PAIR
  const d = PAIR[view.getUint16(start + 6, true)] ?? BAD_PAIR
  if ((a | b | c | d) >= BAD_PAIR) throw IRREGULAR
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}
