/** The parts of the Protocol Buffers wire format that Yellowstone's messages use (https://protobuf.dev/programming-guides/encoding). */

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const
/** Length in bytes of the longest varint that fits a double exactly, and of the longest varint. */
const EXACT_BYTES = 7
const MAX_VARINT_BYTES = 10

/**
 * Reads the fields of one message in order. Unread fields are skipped, so messages may contain unknown ones. Invalid bytes end the
 * iteration and set `broken`.
 */
export class ProtoReader {
  broken = false
  private readonly bytes: Uint8Array
  private at = 0
  private wire: number = WIRE.varint
  private pending = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The next field's number; 0 at the end. */
  next(): number {
    if (this.pending) this.skip()
    if (this.broken || this.at >= this.bytes.length) return 0
    const tag = this.varint()
    const field = typeof tag === 'number' ? Math.floor(tag / 8) : 0
    if (field === 0) return this.fail()
    this.wire = Number(tag) % 8
    this.pending = true
    return field
  }

  /** An unsigned integer; bigint if it does not fit a double. */
  integer(): number | bigint {
    this.pending = false
    return this.wire === WIRE.varint ? this.varint() : this.fail()
  }

  /** An unsigned integer that must fit a double. */
  count(): number {
    const value = this.integer()
    return typeof value === 'number' ? value : this.fail()
  }

  /** A view of the field's bytes. */
  block(): Uint8Array {
    this.pending = false
    const size = this.wire === WIRE.bytes ? this.varint() : -1
    if (typeof size !== 'number' || size < 0 || this.at + size > this.bytes.length) {
      this.fail()
      return NO_BYTES
    }
    this.at += size
    return this.bytes.subarray(this.at - size, this.at)
  }

  text(): string {
    const { buffer, byteOffset, byteLength } = this.block()
    return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
  }

  message(): ProtoReader {
    return new ProtoReader(this.block())
  }

  /** Appends the field's integers, packed or single, to a list. */
  integersInto(list: (number | bigint)[]): void {
    if (this.wire !== WIRE.bytes) {
      list.push(this.integer())
      return
    }
    const packed = this.message()
    while (packed.at < packed.bytes.length && !packed.broken) list.push(packed.varint())
    this.broken ||= packed.broken
  }

  private skip(): void {
    this.pending = false
    if (this.wire === WIRE.varint) this.varint()
    else if (this.wire === WIRE.bytes) this.block()
    else if (this.wire === WIRE.fixed64) this.at += 8
    else if (this.wire === WIRE.fixed32) this.at += 4
    else this.fail()
    this.broken ||= this.at > this.bytes.length
  }

  private varint(): number | bigint {
    let low = 0
    let high = 0n
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) return this.fail()
      if (i < EXACT_BYTES) low += (byte & 0x7f) * 2 ** (7 * i)
      else high |= BigInt(byte & 0x7f) << BigInt(7 * i)
      if (byte < 0x80) return high === 0n ? low : exact(BigInt.asUintN(64, high | BigInt(low)))
    }
    return this.fail()
  }

  private fail(): 0 {
    this.broken = true
    this.at = this.bytes.length
    return 0
  }
}

const NO_BYTES = new Uint8Array()
const exact = (value: bigint): number | bigint => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value)

/** Writes the fields of one message, including zeros and empty texts, because presence is significant in some fields. */
export class ProtoWriter {
  private readonly out: number[] = []

  integer(field: number, value: number): this {
    this.varint(field * 8 + WIRE.varint)
    this.varint(value)
    return this
  }

  block(field: number, bytes: Uint8Array): this {
    this.varint(field * 8 + WIRE.bytes)
    this.varint(bytes.length)
    for (const byte of bytes) this.out.push(byte)
    return this
  }

  text(field: number, text: string): this {
    return this.block(field, Buffer.from(text, 'utf8'))
  }

  message(field: number, write: (inner: ProtoWriter) => ProtoWriter): this {
    return this.block(field, write(new ProtoWriter()).bytes())
  }

  /** An entry of a map from strings to messages. */
  entry(field: number, key: string, write: (inner: ProtoWriter) => ProtoWriter): this {
    return this.message(field, (pair) => pair.text(1, key).message(2, write))
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.out)
  }

  private varint(value: number): void {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.out.push((rest % 0x80) | 0x80)
    this.out.push(rest)
  }
}
