import { encodeBase58 } from './base58.ts'

/** Two words and the u64 that they make, in the same memory: `BigInt(number)` takes twice as long. Typed arrays are little-endian on all our systems. */
const WORDS = new Uint32Array(2)
const LONGS = new BigUint64Array(WORDS.buffer)

/** Little-endian reader of account, instruction and event data. A read past the end returns null, because old layouts are shorter. */
export class ByteReader {
  private at: number
  private readonly bytes: Uint8Array
  private readonly end: number

  /** @param end offset at which reading stops */
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

  /** Number of unread bytes. */
  left(): number {
    return Math.max(0, this.end - this.at)
  }

  u8(): number | null {
    const from = this.take(1)
    return from === null ? null : (this.bytes[from] ?? null)
  }

  u32(): number | null {
    const from = this.take(4)
    return from === null ? null : this.word(from)
  }

  i32(): number | null {
    const value = this.u32()
    return value === null ? null : value | 0
  }

  u64(): bigint | null {
    const from = this.take(8)
    if (from === null) return null
    WORDS[0] = this.word(from)
    WORDS[1] = this.word(from + 4)
    return LONGS[0] as bigint
  }

  u128(): bigint | null {
    const [low, high] = [this.u64(), this.u64()]
    return low === null || high === null ? null : (high << 64n) | low
  }

  pubkey(): string | null {
    const from = this.take(32)
    return from === null ? null : encodeKey(this.bytes.subarray(from, from + 32))
  }

  /** Skips a Borsh string (u32 length, then UTF-8). Returns false if the data ends inside it. */
  skipText(): boolean {
    const length = this.u32()
    return length !== null && this.take(length) !== null
  }

  raw(size: number): Uint8Array | null {
    const from = this.take(size)
    return from === null ? null : new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + from, size)
  }

  /** Solana's compact-u16: seven bits per byte, low bits first, at most three bytes (https://solana.com/docs/core/transactions). */
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
/** Encoded keys are cached, because the same few hundred recur in every block. Direct-mapped: the newest key of a slot wins. */
const CACHE_SLOTS = 2 ** 14
const cachedKeys = new Uint8Array(CACHE_SLOTS * KEY_BYTES)
const cachedNames: (string | undefined)[] = new Array<undefined>(CACHE_SLOTS)

/** The base58 text of an address. */
export function encodeKey(bytes: Uint8Array): string {
  if (bytes.length !== KEY_BYTES) return encodeBase58(bytes)
  const slot = cacheSlot(bytes)
  const start = slot * KEY_BYTES
  const known = cachedNames[slot]
  if (known !== undefined && isCached(bytes, start)) return known
  const name = encodeBase58(bytes)
  cachedKeys.set(bytes, start)
  cachedNames[slot] = name
  return name
}

function cacheSlot(bytes: Uint8Array): number {
  let hash = 0
  for (let i = 0; i < KEY_BYTES; i++) hash = Math.imul(hash ^ (bytes[i] as number), HASH_FACTOR)
  return (hash >>> 16) & (CACHE_SLOTS - 1)
}
/** FNV-1a's 32-bit prime. */
const HASH_FACTOR = 16_777_619

function isCached(bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (cachedKeys[start + i] !== bytes[i]) return false
  return true
}

/** The first bytes of an instruction or event, which identify it. */
export type Discriminator = readonly number[]

/** @param hex two digits per byte */
export function discriminator(hex: string): Discriminator {
  return [...Buffer.from(hex, 'hex')]
}

export function startsWith(bytes: Uint8Array, head: Discriminator): boolean {
  if (bytes.length < head.length) return false
  for (let i = 0; i < head.length; i++) if (bytes[i] !== head[i]) return false
  return true
}
