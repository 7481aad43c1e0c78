import { bytesOf, IRREGULAR, isAt, viewOf, word32 } from './hex-bytes.ts'
import { FIELD, NONE } from './log-fields.ts'
import { ADDRESS_CHARS, AMOUNT_WORDS, HASH_CHARS, type PlacedBlock, type TransferColumns } from './transfer-columns.ts'

const ADDRESS_DIGITS = ADDRESS_CHARS - 2
const HASH_DIGITS = HASH_CHARS - 2
/** Digits of a 32-bit word. */
const STEP = 8
/** The upper half of nearly every amount. */
const UPPER_ZEROS = bytesOf('0'.repeat(32))
/** Slots for each party there may be. */
const ROOM = 1.25
/** A power of two, so that a slot is never spread over two cache lines. */
const SLOT_WORDS = 8
/** What a column of indexes holds. */
const MOST_INDEX = 0xffff_ffff

/**
 * Fills the columns of one answer from the digits in its bytes. Memory is taken once, for as many transfers as the answer can
 * hold. Digits that are none make it throw IRREGULAR.
 */
export class ColumnWriter {
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #blocks: PlacedBlock[] = []
  #blockHashAt = -1
  readonly #hashes: Texts
  readonly #parties: Texts
  /** Each slot holds the place of a party plus one (0 is free) and the five words of its address. */
  readonly #slots: Uint32Array
  readonly #lastSlot: number
  readonly #columns: Record<'block' | 'hash' | 'from' | 'to' | 'transactionIndex' | 'logIndex', Uint32Array<ArrayBuffer>>
  readonly #amounts: Uint32Array<ArrayBuffer>
  #count = 0

  /** @param most no more transfers than this are written */
  constructor(bytes: Buffer, most: number) {
    const column = (): Uint32Array<ArrayBuffer> => new Uint32Array(most)
    const view = viewOf(bytes)
    this.#bytes = bytes
    this.#view = view
    this.#hashes = new Texts(view, HASH_DIGITS, most)
    this.#parties = new Texts(view, ADDRESS_DIGITS, most * 2)
    const slots = 2 ** Math.ceil(Math.log2(most * 2 * ROOM + 1))
    this.#slots = new Uint32Array(slots * SLOT_WORDS)
    this.#lastSlot = slots - 1
    this.#columns = { block: column(), hash: column(), from: column(), to: column(), transactionIndex: column(), logIndex: column() }
    this.#amounts = new Uint32Array(most * AMOUNT_WORDS)
  }

  /** One more transfer: where its digits start and the values of its quantities, as `FIELD` orders them. */
  write(values: Float64Array): void {
    const [row, columns] = [this.#count, this.#columns]
    const [txIndex, logIndex, time] = [values[FIELD.txIndex] ?? 0, values[FIELD.logIndex] ?? 0, values[FIELD.time] ?? NONE]
    if (txIndex > MOST_INDEX || logIndex > MOST_INDEX) throw IRREGULAR
    columns.from[row] = this.#party(values[FIELD.from] ?? 0)
    columns.to[row] = this.#party(values[FIELD.to] ?? 0)
    this.#amount(values[FIELD.amount] ?? 0)
    columns.hash[row] = this.#hash(values[FIELD.txHash] ?? 0)
    columns.block[row] = this.#block(values[FIELD.block] ?? 0, values[FIELD.blockHash] ?? 0, time === NONE ? null : time)
    columns.transactionIndex[row] = txIndex
    columns.logIndex[row] = logIndex
    this.#count = row + 1
  }

  #block(number: number, hashAt: number, time: number | null): number {
    const last = this.#blocks.length - 1
    const before = this.#blocks[last]
    if (before?.blockNumber === number && before.blockTimestamp === time && areSame(this.#view, this.#blockHashAt, hashAt, HASH_DIGITS)) return last
    checkDigits(this.#view, hashAt, HASH_DIGITS)
    this.#blockHashAt = hashAt
    this.#blocks.push({ blockNumber: number, blockHash: `0x${this.#bytes.toString('latin1', hashAt, hashAt + HASH_DIGITS)}`, blockTimestamp: time })
    return last + 1
  }

  /** Logs of one transaction stand together. */
  #hash(start: number): number {
    const { last } = this.#hashes
    if (last >= 0 && areSame(this.#view, last, start, HASH_DIGITS)) return this.#hashes.count - 1
    checkDigits(this.#view, start, HASH_DIGITS)
    return this.#hashes.add(start)
  }

  #party(start: number): number {
    const view = this.#view
    const a = word32(view, start)
    const b = word32(view, start + STEP)
    const c = word32(view, start + STEP * 2)
    const d = word32(view, start + STEP * 3)
    const e = word32(view, start + STEP * 4)
    const [slots, lastSlot] = [this.#slots, this.#lastSlot]
    const mixed = Math.imul(a ^ e, 0x9e3779b1) ^ Math.imul(c ^ d ^ b, 0x85ebca6b)
    let slot = (mixed ^ (mixed >>> 15)) & lastSlot
    let at = slot * SLOT_WORDS
    for (let known = slots[at] ?? 0; known !== 0; known = slots[at] ?? 0) {
      if (slots[at + 1] === a && slots[at + 2] === b && slots[at + 3] === c && slots[at + 4] === d && slots[at + 5] === e) return known - 1
      slot = (slot + 1) & lastSlot
      at = slot * SLOT_WORDS
    }
    const place = this.#parties.add(start)
    slots[at] = place + 1
    slots[at + 1] = a
    slots[at + 2] = b
    slots[at + 3] = c
    slots[at + 4] = d
    slots[at + 5] = e
    return place
  }

  #amount(start: number): void {
    const at = this.#count * AMOUNT_WORDS
    const words = isAt(this.#view, start, UPPER_ZEROS) ? AMOUNT_WORDS / 2 : AMOUNT_WORDS
    for (let i = 0; i < words; i++) this.#amounts[at + i] = word32(this.#view, start + (AMOUNT_WORDS - 1 - i) * STEP)
  }

  columns(): TransferColumns {
    return {
      count: this.#count,
      blocks: this.#blocks,
      hashes: this.#hashes.text(),
      parties: this.#parties.text(),
      ...this.#columns,
      amounts: this.#amounts,
    }
  }
}

/** Hex texts of one length, each with its 0x, end to end. */
class Texts {
  readonly #view: DataView
  readonly #digits: number
  readonly #bytes: Buffer
  readonly #out: DataView
  #end = 0
  count = 0
  /** Where the digits of the last one stand in the answer; -1 before the first. */
  last = -1

  constructor(view: DataView, digits: number, most: number) {
    this.#view = view
    this.#digits = digits
    this.#bytes = Buffer.allocUnsafe(most * (digits + 2))
    this.#out = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
  }

  /** Takes over digits that are known to be some; answers their place. */
  add(start: number): number {
    const [view, out, digits] = [this.#view, this.#out, this.#digits]
    let end = this.#end
    out.setUint16(end, ZERO_X)
    end += 2
    // Digits are no bytes of a NaN, so eight of them keep their bits as a float.
    for (let i = 0; i < digits; i += STEP) out.setFloat64(end + i, view.getFloat64(start + i, true), true)
    this.#end = end + digits
    this.last = start
    return this.count++
  }

  text(): string {
    return this.#bytes.toString('latin1', 0, this.#end)
  }
}

const ZERO_X = 0x3078

function checkDigits(view: DataView, start: number, count: number): void {
  for (let i = start; i < start + count; i += STEP) word32(view, i)
}

function areSame(view: DataView, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i += 4) if (view.getUint32(a + i, true) !== view.getUint32(b + i, true)) return false
  return true
}
