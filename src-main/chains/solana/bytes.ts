import { encodeBase58 } from './base58.ts'

const WORD = 2 ** 32
/** High words below this make a number that a double holds exactly. */
const SAFE_HIGH = 2 ** 21

/** The 64 bits of two unsigned words. */
export function wholeOf(low: number, high: number): bigint {
  return high < SAFE_HIGH ? BigInt(high * WORD + low) : (BigInt(high) << 32n) | BigInt(low)
}

/** Little-endian reads over account, instruction and event data. Every read past the end answers null: old layouts are shorter. */
export class ByteReader {
  private at: number
  private readonly bytes: Uint8Array

  private readonly end: number

  /** @param end how many of the bytes count */
  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = start
    this.end = end
  }

  private word(from: number): number {
    const { bytes } = this
    return (((bytes[from + 3] ?? 0) << 24) | ((bytes[from + 2] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from] ?? 0)) >>> 0
  }

  private take(size: number): number | null {
    if (this.at + size > this.end) return null
    const from = this.at
    this.at += size
    return from
  }

  skip(size: number): this {
    this.at += size
    return this
  }

  u8(): number | null {
    const from = this.take(1)
    return from === null ? null : (this.bytes[from] ?? null)
  }

  u32(): number | null {
    const from = this.take(4)
    return from === null ? null : this.word(from)
  }

  u64(): bigint | null {
    const from = this.take(8)
    if (from === null) return null
    return wholeOf(this.word(from), this.word(from + 4))
  }

  pubkey(): string | null {
    const from = this.take(32)
    return from === null ? null : encodeKey(this.bytes.subarray(from, from + 32))
  }

  /** Passes over a Borsh string: u32 length, then UTF-8. False when the data ends before it. */
  skipText(): boolean {
    const length = this.u32()
    return length !== null && this.take(length) !== null
  }

  raw(size: number): Uint8Array | null {
    const from = this.take(size)
    return from === null ? null : new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + from, size)
  }

  /** Solana's compact-u16: seven bits a byte, low bits first, at most three bytes. */
  compactU16(): number | null {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.u8()
      if (byte === null) return null
      value |= (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
    return null
  }
}

const KEY_BYTES = 32
/** The same few hundred keys recur in every block, and base58 is slow enough to remember them: each in one place, the newest stays. */
const PLACES = 2 ** 14
const seenKeys = new Uint8Array(PLACES * KEY_BYTES)
const seenNames: (string | undefined)[] = new Array<undefined>(PLACES)

/** 32 bytes of an address as text. */
export function encodeKey(bytes: Uint8Array): string {
  if (bytes.length !== KEY_BYTES) return encodeBase58(bytes)
  const place = placeOf(bytes)
  const start = place * KEY_BYTES
  const known = seenNames[place]
  if (known !== undefined && isSeen(bytes, start)) return known
  const name = encodeBase58(bytes)
  seenKeys.set(bytes, start)
  seenNames[place] = name
  return name
}

function placeOf(bytes: Uint8Array): number {
  let hash = 0
  for (let i = 0; i < KEY_BYTES; i++) hash = Math.imul(hash ^ (bytes[i] as number), HASH_FACTOR)
  return (hash >>> 16) & (PLACES - 1)
}
/** FNV's prime. */
const HASH_FACTOR = 16_777_619

function isSeen(bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (seenKeys[start + i] !== bytes[i]) return false
  return true
}

/** The first bytes of an instruction or event that say which it is, ready to compare. */
export type Discriminator = readonly number[]

/** From hex digits. */
export function discriminator(hex: string): Discriminator {
  return [...Buffer.from(hex, 'hex')]
}

/** True when `bytes` begins with the discriminator, `from` bytes in. */
export function startsWith(bytes: Uint8Array, head: Discriminator, from = 0): boolean {
  if (bytes.length < from + head.length) return false
  for (let i = 0; i < head.length; i++) if (bytes[from + i] !== head[i]) return false
  return true
}
