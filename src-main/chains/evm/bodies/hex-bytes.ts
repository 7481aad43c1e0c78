import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'

/** Hex digits read from bytes, many at a time. */

export const BAD = 255
export const BAD_PAIR = 256
const ADDRESS_DIGITS = 40

/** Value of a lower-case hex digit; capitals and everything else are BAD. */
export const DIGIT = new Uint8Array(256).fill(BAD)
for (let i = 0; i < 16; i++) DIGIT['0123456789abcdef'.charCodeAt(i)] = i

/** Value of two digits, by their two characters as one little-endian number. */
export const PAIR = new Uint16Array(1 << 16).fill(BAD_PAIR)
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

/** Whether two stretches hold the same bytes: four at a time, as far as that goes. */
export function areEqual(a: DataView, from: number, b: DataView, start: number, length: number): boolean {
  const words = length & ~3
  for (let i = 0; i < words; i += 4) if (a.getUint32(from + i) !== b.getUint32(start + i)) return false
  for (let i = words; i < length; i++) if (a.getUint8(from + i) !== b.getUint8(start + i)) return false
  return true
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

const SLOTS = 1 << 15
const WORDS = 5

/** Addresses repeat within an answer: the text of each is made once. A slot that another address holds is taken over. */
export class AddressTexts {
  readonly #words = new Uint32Array(SLOTS * WORDS)
  readonly #texts: (Address | undefined)[] = new Array<Address | undefined>(SLOTS).fill(undefined)

  at(bytes: Buffer, view: DataView, start: number): Address {
    const a = word32(view, start)
    const b = word32(view, start + 8)
    const c = word32(view, start + 16)
    const d = word32(view, start + 24)
    const e = word32(view, start + 32)
    const slot = (Math.imul(a ^ e, 0x9e3779b1) ^ Math.imul(c ^ d ^ b, 0x85ebca6b)) >>> 17
    const words = this.#words
    const at = slot * WORDS
    const known = this.#texts[slot]
    if (known !== undefined && words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d && words[at + 4] === e)
      return known
    words[at] = a
    words[at + 1] = b
    words[at + 2] = c
    words[at + 3] = d
    words[at + 4] = e
    const made = trustedAddress(`0x${bytes.toString('latin1', start, start + ADDRESS_DIGITS)}`)
    this.#texts[slot] = made
    return made
  }
}
