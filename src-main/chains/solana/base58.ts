/**
 * Base58 as Bitcoin and Solana write it. Blocks carry tens of thousands of such texts, so both directions work on limbs of
 * three bytes, four digits at a time, in numbers that a double holds exactly.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ZERO_DIGIT = 49
/** Has a bit that no digit has. */
const NO_DIGIT = 255
const LARGEST_DIGIT = 63
/** By character code, every one. */
const DIGITS = new Uint8Array(65_536).fill(NO_DIGIT)
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i

const LIMB = 2 ** 24
const LIMB_BYTES = 3
const CHUNK_DIGITS = 4
const CHUNK = 58 ** CHUNK_DIGITS
/** No instruction carries more: a program call takes at most 10 KB of data. */
const MAX_DIGITS = 16_384

const limbs = new Float64Array(MAX_DIGITS)

/** Text to bytes; null when it is no base58, or longer than any instruction. */
export function decodeBase58(text: string): Uint8Array | null {
  const size = readDigits(text)
  if (size < 0) return null
  // Of Node's pool: memory of its own for every text costs more than reading it.
  const bytes = Buffer.allocUnsafe(size)
  writeLimbs(bytes, size)
  return bytes
}

/**
 * Text to the first bytes of `into`, for short data that is read at once and not kept; a list of its own would cost more than
 * reading it.
 *
 * @returns how many bytes; -1 when the text is no base58 or does not fit
 */
export function decodeBase58Into(text: string, into: Uint8Array): number {
  if (text.length > into.length) return -1
  const size = readDigits(text)
  if (size >= 0) writeLimbs(into, size)
  return size
}

/** Where the digits read last lie in `limbs`. */
let used = 0

/** Digits to limbs, lowest first; answers the number of bytes they make, -1 for what is no base58. */
function readDigits(text: string): number {
  const length = text.length
  if (length > MAX_DIGITS) return -1
  let zeros = 0
  while (zeros < length && text.charCodeAt(zeros) === ZERO_DIGIT) zeros++
  let at = zeros + ((length - zeros) % CHUNK_DIGITS)
  const first = chunkOf(text, zeros, at)
  if (first < 0) return -1
  let count = 0
  if (first > 0) limbs[count++] = first
  for (; at < length; at += CHUNK_DIGITS) {
    let carry = chunkOf(text, at, at + CHUNK_DIGITS)
    if (carry < 0) return -1
    for (let i = 0; i < count; i++) {
      const value = (limbs[i] as number) * CHUNK
      const high = Math.floor(value / LIMB)
      limbs[i] = value - high * LIMB + carry
      carry = high
    }
    if (carry > 0) limbs[count++] = carry
  }
  count = settleCarries(count)
  used = count
  if (count === 0) return zeros
  const top = limbs[count - 1] as number
  return zeros + (count - 1) * LIMB_BYTES + (top >= 65_536 ? 3 : top >= 256 ? 2 : 1)
}

/** The number that a few digits make; -1 where one is none. */
function chunkOf(text: string, from: number, end: number): number {
  let value = 0
  let seen = 0
  for (let at = from; at < end; at++) {
    const digit = DIGITS[text.charCodeAt(at)] as number
    seen |= digit
    value = value * 58 + digit
  }
  return seen > LARGEST_DIGIT ? -1 : value
}

/**
 * Limbs are left up to three times too large while digits are read: a carry that went on through all of them at once would
 * make every step wait for the one before. Answers how many limbs there are then.
 */
function settleCarries(count: number): number {
  let carry = 0
  for (let i = 0; i < count; i++) {
    const value = (limbs[i] as number) + carry
    carry = Math.floor(value / LIMB)
    limbs[i] = value - carry * LIMB
  }
  if (carry === 0) return count
  limbs[count] = carry
  return count + 1
}

function writeLimbs(bytes: Uint8Array, size: number): void {
  let at = size
  for (let i = 0; i < used; i++) {
    const limb = limbs[i] as number
    bytes[--at] = limb & 0xff
    if (at > 0) bytes[--at] = (limb >>> 8) & 0xff
    if (at > 0) bytes[--at] = (limb >>> 16) & 0xff
  }
  while (at > 0) bytes[--at] = 0
}

/** Bytes (keys, signatures, instruction data) to text. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  let count = 0
  for (let end = bytes.length; end > zeros; end -= LIMB_BYTES) {
    let limb = 0
    for (let at = Math.max(zeros, end - LIMB_BYTES); at < end; at++) limb = limb * 256 + (bytes[at] ?? 0)
    limbs[count++] = limb
  }
  let text = ''
  while (count > 0) {
    let rest = 0
    for (let i = count - 1; i >= 0; i--) {
      const value = rest * LIMB + (limbs[i] as number)
      const quotient = Math.floor(value / CHUNK)
      limbs[i] = quotient
      rest = value - quotient * CHUNK
    }
    if (limbs[count - 1] === 0) count--
    for (let k = 0; k < CHUNK_DIGITS && (count > 0 || rest > 0); k++) {
      const quotient = Math.floor(rest / 58)
      text = (ALPHABET[rest - quotient * 58] ?? '') + text
      rest = quotient
    }
  }
  return '1'.repeat(zeros) + text
}
