import { base58 } from '@scure/base'

/** Little-endian reads over account, instruction and event data. Every read past the end answers null: old layouts are shorter. */
export class ByteReader {
  private at: number
  private readonly view: DataView
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes
    this.at = start
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  private take(size: number): number | null {
    if (this.at + size > this.bytes.length) return null
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
    return from === null ? null : this.view.getUint8(from)
  }

  u32(): number | null {
    const from = this.take(4)
    return from === null ? null : this.view.getUint32(from, true)
  }

  u64(): bigint | null {
    const from = this.take(8)
    return from === null ? null : this.view.getBigUint64(from, true)
  }

  pubkey(): string | null {
    const from = this.take(32)
    return from === null ? null : encodeKey(this.bytes.subarray(from, from + 32))
  }

  /** Borsh string: u32 length, then UTF-8. */
  text(): string | null {
    const length = this.u32()
    const from = length === null ? null : this.take(length)
    return length === null || from === null ? null : new TextDecoder().decode(this.bytes.subarray(from, from + length))
  }

  raw(size: number): Uint8Array | null {
    const from = this.take(size)
    return from === null ? null : this.bytes.subarray(from, from + size)
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

/** The same few hundred keys recur in every block; base58 is slow enough to remember them. */
const KEY_MEMORY = 20_000
const keys = new Map<string, string>()

export function encodeKey(bytes: Uint8Array): string {
  const hex = toHex(bytes)
  const known = keys.get(hex)
  if (known !== undefined) return known
  const text = base58.encode(bytes)
  if (keys.size >= KEY_MEMORY) keys.clear()
  keys.set(hex, text)
  return text
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** True when `bytes` begins with the hex digits of a discriminator. */
export function startsWithHex(bytes: Uint8Array, hex: string): boolean {
  return bytes.length * 2 >= hex.length && toHex(bytes.subarray(0, hex.length / 2)) === hex
}

/** Base58 text to bytes; null when it is none. */
export function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
