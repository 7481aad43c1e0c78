import { BASE58, LIMBS, UNPACKED, UNPACKED_BYTES } from './layout'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHUNK_DIGITS: usize = 5
const CHUNK: u64 = 58 * 58 * 58 * 58 * 58
const ONE: u8 = 0x31

export function learnBase58(): void {
  memory.fill(BASE58, 0xff, 256)
  for (let i = 0; i < 58; i++) store<u8>(BASE58 + ALPHABET.charCodeAt(i), <u8>i)
}

/** Base58 to bytes at UNPACKED; how many, or -1 for what is no base58 or longer than fits. */
export function decodeBase58(from: usize, length: usize): i32 {
  if (length > UNPACKED_BYTES) return -1
  const end = from + length
  let at = from
  while (at < end && load<u8>(at) == ONE) at++
  const zeros = at - from
  let count: usize = 0
  let wrong: u32 = 0
  let step = (end - at) % CHUNK_DIGITS
  if (step == 0) step = CHUNK_DIGITS
  while (at < end) {
    let carry: u64 = 0
    for (const stop = at + step; at < stop; at++) {
      const digit = <u32>load<u8>(BASE58 + load<u8>(at))
      wrong |= digit
      carry = carry * 58 + digit
    }
    step = CHUNK_DIGITS
    if (wrong > 63) return -1
    for (let i: usize = 0; i < count; i++) {
      const value = <u64>load<u32>(LIMBS + (i << 2)) * CHUNK + carry
      store<u32>(LIMBS + (i << 2), <u32>value)
      carry = value >> 32
    }
    if (carry > 0) store<u32>(LIMBS + (count++ << 2), <u32>carry)
  }
  let to = UNPACKED
  memory.fill(to, 0, zeros)
  to += zeros
  if (count == 0) return <i32>zeros
  const top = load<u32>(LIMBS + ((count - 1) << 2))
  const topBytes = 4 - (clz(top) >> 3)
  store<u32>(to, bswap(top << ((4 - topBytes) << 3)))
  to += topBytes
  for (let i = <isize>count - 2; i >= 0; i--) {
    store<u32>(to, bswap(load<u32>(LIMBS + (i << 2))))
    to += 4
  }
  return <i32>(to - UNPACKED)
}
