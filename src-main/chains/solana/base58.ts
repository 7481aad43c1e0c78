/**
 * Base58 as Bitcoin and Solana write it. Blocks carry tens of thousands of such texts, so both directions work on limbs of
 * three bytes, four digits at a time, in numbers that a double holds exactly.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ZERO_DIGIT = 49
const NO_DIGIT = 255
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i

const LIMB = 2 ** 24
const LIMB_BYTES = 3
const CHUNK_DIGITS = 4
const POWERS = [1, 58, 58 ** 2, 58 ** 3, 58 ** 4] as const
/** No instruction carries more: a program call takes at most 10 KB of data. */
const MAX_DIGITS = 16_384

const limbs = new Float64Array(MAX_DIGITS)

/** Text to bytes; null when it is no base58, or longer than any instruction. */
export function decodeBase58(text: string): Uint8Array | null {
  const length = text.length
  if (length > MAX_DIGITS) return null
  let zeros = 0
  while (zeros < length && text.charCodeAt(zeros) === ZERO_DIGIT) zeros++
  let used = 0
  for (let at = zeros; at < length;) {
    const end = Math.min(at + CHUNK_DIGITS, length)
    const scale = POWERS[end - at] ?? 1
    let carry = 0
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      const digit = code < 128 ? (DIGITS[code] ?? NO_DIGIT) : NO_DIGIT
      if (digit === NO_DIGIT) return null
      carry = carry * 58 + digit
    }
    for (let i = 0; i < used; i++) {
      const value = (limbs[i] ?? 0) * scale + carry
      carry = Math.floor(value / LIMB)
      limbs[i] = value - carry * LIMB
    }
    if (carry > 0) limbs[used++] = carry
  }
  return toBytes(zeros, used)
}

function toBytes(zeros: number, used: number): Uint8Array {
  const top = used === 0 ? 0 : (limbs[used - 1] ?? 0)
  const topBytes = top >= 65_536 ? 3 : top >= 256 ? 2 : 1
  const size = used === 0 ? zeros : zeros + (used - 1) * LIMB_BYTES + topBytes
  const bytes = new Uint8Array(size)
  let at = size
  for (let i = 0; i < used; i++) {
    let limb = limbs[i] ?? 0
    for (let k = 0; k < LIMB_BYTES && at > zeros; k++) {
      bytes[--at] = limb & 0xff
      limb >>>= 8
    }
  }
  return bytes
}

/** Bytes (keys, signatures, instruction data) to text. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  let used = 0
  for (let end = bytes.length; end > zeros; end -= LIMB_BYTES) {
    let limb = 0
    for (let at = Math.max(zeros, end - LIMB_BYTES); at < end; at++) limb = limb * 256 + (bytes[at] ?? 0)
    limbs[used++] = limb
  }
  let text = ''
  while (used > 0) {
    let rest = 0
    for (let i = used - 1; i >= 0; i--) {
      const value = rest * LIMB + (limbs[i] ?? 0)
      const quotient = Math.floor(value / POWERS[CHUNK_DIGITS])
      limbs[i] = quotient
      rest = value - quotient * POWERS[CHUNK_DIGITS]
    }
    if (limbs[used - 1] === 0) used--
    for (let k = 0; k < CHUNK_DIGITS && (used > 0 || rest > 0); k++) {
      const quotient = Math.floor(rest / 58)
      text = (ALPHABET[rest - quotient * 58] ?? '') + text
      rest = quotient
    }
  }
  return '1'.repeat(zeros) + text
}
