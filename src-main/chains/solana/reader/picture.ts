import { encodeBase58 } from '../base58.ts'
import { wholeOf } from '../bytes.ts'

/** As many slots as names have there (assembly/layout.ts). */
const SLOTS = 1 << 14
/** Bits of a name's length and kind (assembly/names.ts). */
const LENGTH = 0xff
const RAW = 0x100
/** Text is ASCII nearly always: one of so many characters may take a byte more. */
const WIDE = 16

/** What the WebAssembly exports (assembly/index.ts). */
export interface ReaderExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Makes room for a text of so many bytes and answers where it goes. */
  room(length: number): number
  /** Reads the text there; answers where its picture begins. */
  read(length: number): number
  /** Where the picture read last ends. */
  pictureEnd(): number
  /** Whether the text read last is one answer in its envelope; 0 for no. */
  enveloped(): number
  /** Base58 at a place to bytes at `unpacked()`; how many, -1 where it is none. */
  unpack(at: number, length: number): number
  unpacked(): number
  /** The reference of a name that stands at a place, by its length and kind. */
  nameOf(at: number, kind: number): number
  /** Whether its numbers for names run out; 0 for no. */
  worn(): number
}

/** What the reader wrote of an answer. Addresses in it are those of its memory, in bytes. */
export class Picture {
  /** Addresses of the picture's first row and of its end. */
  start = 0
  end = 0
  bytes = new Uint8Array()
  private words = new Int32Array()
  private doubles = new Float64Array()
  private text = Buffer.alloc(0)
  private readonly reader: ReaderExports
  private readonly encoder = new TextEncoder()
  /** Names by slot, and the generation each was made of. */
  private readonly names = new Array<string>(SLOTS).fill('')
  private readonly generations = new Int32Array(SLOTS)

  constructor(reader: ReaderExports) {
    this.reader = reader
  }

  /**
   * @returns false for a text that holds no transaction, or too many characters beyond ASCII
   * @throws WebAssembly.RuntimeError for a text of any other form
   */
  read(text: string | Uint8Array): boolean {
    const room = text.length + Math.ceil(text.length / WIDE)
    const at = this.reader.room(room)
    if (this.bytes.buffer !== this.reader.memory.buffer) this.look()
    const length = this.put(text, at, room)
    if (length < 0) return false
    this.start = this.reader.read(length)
    this.end = this.reader.pictureEnd()
    return this.end > this.start
  }

  /** Answers how many bytes the text takes; -1 for more than there is room for. */
  private put(text: string | Uint8Array, at: number, room: number): number {
    if (typeof text !== 'string') {
      this.bytes.set(text, at)
      return text.length
    }
    const { read, written } = this.encoder.encodeInto(text, this.bytes.subarray(at, at + room))
    return read === text.length ? written : -1
  }

  /** Whether this is one answer in its JSON-RPC envelope: no list, and nothing bare. */
  get enveloped(): boolean {
    return this.reader.enveloped() !== 0
  }

  /** Whether numbers that tell names apart run out. */
  get worn(): boolean {
    return this.reader.worn() !== 0
  }

  /** Memory that grew is another buffer. */
  private look(): void {
    const { buffer } = this.reader.memory
    this.bytes = new Uint8Array(buffer)
    this.words = new Int32Array(buffer)
    this.doubles = new Float64Array(buffer)
    this.text = Buffer.from(buffer)
  }

  /** A signed word. */
  word(at: number): number {
    return this.words[at >> 2] as number
  }

  double(at: number): number {
    return this.doubles[at >> 3] as number
  }

  /** A double that stands for nothing where it is negative. */
  count(at: number): number | null {
    const value = this.double(at)
    return value < 0 ? null : value
  }

  /** Unsigned, 64 bits. */
  amount(at: number): bigint {
    return wholeOf(this.word(at) >>> 0, this.word(at + 4) >>> 0)
  }

  /** A part of the answer's text. */
  line(at: number, length: number): string {
    return this.text.toString('latin1', at, at + length)
  }

  /** The text of a reference; made once for a name that recurs. */
  name(reference: number): string {
    const slot = this.word(reference)
    const generation = this.word(reference + 4)
    if (this.generations[slot] === generation) return this.names[slot] as string
    const at = this.word(reference + 8)
    const kind = this.word(reference + 12)
    const name = (kind & RAW) === 0 ? this.line(at, kind & LENGTH) : this.base58(at, kind & LENGTH)
    this.names[slot] = name
    this.generations[slot] = generation
    return name
  }

  /** A name by where it stands, its length and its kind. */
  nameAt(at: number, kind: number): string {
    return this.name(this.reader.nameOf(at, kind))
  }

  /** Bytes as base58. */
  base58(at: number, length: number): string {
    return encodeBase58(this.bytes.subarray(at, at + length))
  }

  /** Base58 to bytes at {@link unpacked}; -1 where it is none. */
  unpack(at: number, length: number): number {
    return this.reader.unpack(at, length)
  }

  get unpacked(): number {
    return this.reader.unpacked()
  }

  /** Bytes that are kept when the next text is read. */
  copy(at: number, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafe(length)
    for (let i = 0; i < length; i++) bytes[i] = this.bytes[at + i] as number
    return bytes
  }
}
