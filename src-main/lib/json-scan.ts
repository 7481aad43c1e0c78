/**
 * Walks a JSON text without making values of what nobody reads. JSON.parse spends most of its time on such values; this reader
 * passes over them, checking the grammar as strictly, and makes just those that it is asked for.
 *
 * It knows plain texts only: ASCII on one line, names without escapes, whole numbers that a double holds. Anything else, and
 * anything that is no JSON, ends it with {@link NOT_PLAIN}, and JSON.parse then says what the text is.
 */

import type { FieldName, Fields } from './json-fields.ts'
import { plainBytes, SPACE, viewOfText, WORD, type PlainBytes } from './plain-bytes.ts'

/** Thrown where the text is not of the plain form; it may still be JSON. */
export const NOT_PLAIN = new Error('not plain')

/** Any field that is not among those asked for. */
export const OTHER_FIELD = -1

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** Bit that makes a capital letter small. */
const SMALL = 0x20
const SMALL_E = 0x65

const DEEPEST = 64

/** One walk over one text; its buffer is another's as soon as the walk is over. */
export class JsonScanner {
  readonly text: string
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #end: number
  #at = 0
  /** Where the next backslash is; behind the end where there is none. */
  #escape: number

  private constructor(text: string, { bytes, view }: PlainBytes) {
    this.text = text
    this.#bytes = bytes
    this.#view = view
    this.#end = text.length
    this.#escape = this.#nextEscape(0)
  }

  /** @returns null for a text that is not plain */
  static over(text: string): JsonScanner | null {
    const plain = plainBytes(text)
    return plain === null ? null : new JsonScanner(text, plain)
  }

  get isObject(): boolean {
    return this.#peek() === OPEN_OBJECT
  }

  get isList(): boolean {
    return this.#peek() === OPEN_LIST
  }

  /** Whether a text is the first item of a list that comes next. */
  get isListOfTexts(): boolean {
    return this.isList && this.#bytes[this.#at + 1] === QUOTE
  }

  /** Steps into an object; false for an empty one, which is then passed. */
  openObject(): boolean {
    return this.#open(OPEN_OBJECT, CLOSE_OBJECT)
  }

  /** Steps into a list; false for an empty one, which is then passed. */
  openList(): boolean {
    return this.#open(OPEN_LIST, CLOSE_LIST)
  }

  /** Whether the object has another field; steps out behind its last one. */
  nextField(): boolean {
    return this.#goesOn(CLOSE_OBJECT)
  }

  /** Whether the list has another item; steps out behind its last one. */
  nextItem(): boolean {
    return this.#goesOn(CLOSE_LIST)
  }

  /** Steps over a field's name. @param place how many fields of the object came before @returns its id, or OTHER_FIELD */
  field(fields: Fields, place: number): number {
    this.#expect(QUOTE)
    const start = this.#at
    const seen = fields.seen[place]
    if (seen !== undefined) {
      for (let i = 0; i < seen.length; i++) {
        const usual = seen[i] as FieldName
        if (!this.#isAt(start, usual.bytes)) continue
        this.#at = start + usual.bytes.byteLength
        return usual.id
      }
    }
    const name = this.#name()
    const id = fields.ids.get(name) ?? OTHER_FIELD
    fields.remember(place, name, id)
    return id
  }

  /** The next value, just as JSON.parse makes it. */
  value(): unknown {
    const byte = this.#peek()
    const start = this.#at
    if (byte === QUOTE) return this.#string()
    if (byte >= ZERO && byte <= NINE) {
      const number = this.#shortNumber()
      if (number >= 0) return number
    }
    this.skip()
    return JSON.parse(this.text.slice(start, this.#at)) as unknown
  }

  /** A list, each item read in the same way; what is no list comes as JSON.parse makes it. */
  list(read: (scan: JsonScanner) => unknown): unknown {
    if (!this.isList) return this.value()
    const list: unknown[] = []
    if (this.openList()) {
      do list.push(read(this))
      while (this.nextItem())
    }
    return list
  }

  /** A list of texts or numbers, as JSON.parse makes it; whatever else it holds comes whole too. */
  plainList(): unknown {
    if (!this.isList) return this.value()
    const list: unknown[] = []
    if (!this.openList()) return list
    const bytes = this.#bytes
    do {
      const byte = bytes[this.#at] as number
      const number = byte >= ZERO && byte <= NINE ? this.#shortNumber() : -1
      list.push(number >= 0 ? number : byte === QUOTE ? this.#string() : this.value())
    } while (this.nextItem())
    return list
  }

  /** Passes over the next value. @returns its text, to be parsed when somebody asks for it */
  skipped(): Unread {
    this.#peek()
    const start = this.#at
    this.skip()
    return new Unread(this.text, start, this.#at)
  }

  skip(depth = 0): void {
    const byte = this.#peek()
    if (byte === QUOTE) {
      this.#at++
      this.#endOfString()
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (depth >= DEEPEST) throw NOT_PLAIN
      const named = byte === OPEN_OBJECT
      const close = named ? CLOSE_OBJECT : CLOSE_LIST
      if (!this.#open(byte, close)) return
      if (!named) this.#skipTexts()
      do {
        if (named) {
          this.#expect(QUOTE)
          this.#endOfString()
          this.#expect(COLON)
        }
        this.skip(depth + 1)
      } while (this.#goesOn(close))
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) this.#skipNumber()
    else this.#skipWord()
  }

  /** Texts at the beginning of a list, up to the last of them; most lists that are passed over are lists of texts. */
  #skipTexts(): void {
    const bytes = this.#bytes
    let at = this.#at
    while (bytes[at] === QUOTE) {
      const end = this.text.indexOf('"', at + 1)
      if (end < 0 || end > this.#escape || bytes[end + 1] !== COMMA) break
      at = end + 2
    }
    this.#at = at
  }

  /** @throws NOT_PLAIN where more follows than white space */
  end(): void {
    this.#peek()
    if (this.#at < this.#end) throw NOT_PLAIN
  }

  #open(open: number, close: number): boolean {
    this.#expect(open)
    if (this.#peek() !== close) return true
    this.#at++
    return false
  }

  #goesOn(close: number): boolean {
    const byte = this.#peek()
    this.#at++
    if (byte === COMMA) return true
    if (byte === close) return false
    throw NOT_PLAIN
  }

  #expect(byte: number): void {
    if (this.#bytes[this.#at] !== byte && this.#peek() !== byte) throw NOT_PLAIN
    this.#at++
  }

  /** The next byte that is no white space; a space at the end of the text. */
  #peek(): number {
    let byte = this.#bytes[this.#at] as number
    while (byte === SPACE && this.#at < this.#end) byte = this.#bytes[++this.#at] as number
    return byte
  }

  #isAt(start: number, text: DataView): boolean {
    const view = this.#view
    const last = text.byteLength - WORD
    if (start + text.byteLength > this.#end) return false
    for (let i = 0; i < last; i += WORD) if (view.getInt32(start + i) !== text.getInt32(i)) return false
    return view.getInt32(start + last) === text.getInt32(last)
  }

  #name(): string {
    const start = this.#at
    const end = this.#endOfString()
    this.#expect(COLON)
    const name = this.text.slice(start, end)
    if (name.includes('\\')) throw NOT_PLAIN
    return name
  }

  #string(): string {
    const start = ++this.#at
    const escape = this.#escape
    const end = this.#endOfString()
    return end < escape ? this.text.slice(start, end) : (JSON.parse(this.text.slice(start - 1, end + 1)) as string)
  }

  /** Steps behind the closing quote; answers where it stands. */
  #endOfString(): number {
    const end = this.text.indexOf('"', this.#at)
    if (end < 0) throw NOT_PLAIN
    if (end > this.#escape) return this.#endOfEscaped()
    this.#at = end + 1
    return end
  }

  #endOfEscaped(): number {
    const bytes = this.#bytes
    let at = this.#at
    for (; bytes[at] !== QUOTE; at++) {
      if (at >= this.#end) throw NOT_PLAIN
      if (bytes[at] !== BACKSLASH) continue
      const escape = ESCAPE.exec(this.text.slice(at, at + LONGEST_ESCAPE))
      if (escape === null) throw NOT_PLAIN
      at += escape[0].length - 1
    }
    this.#at = at + 1
    this.#escape = this.#nextEscape(at)
    return at
  }

  #nextEscape(from: number): number {
    const next = this.text.indexOf('\\', from)
    return next < 0 ? this.text.length : next
  }

  /** A whole number that begins with a digit; -1, and nowhere further, for any other. */
  #shortNumber(): number {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    let value = 0
    let digit = (bytes[at] as number) - ZERO
    for (; digit >= 0 && digit <= 9; digit = (bytes[++at] as number) - ZERO) value = value * 10 + digit
    const next = bytes[at] as number
    if (value > Number.MAX_SAFE_INTEGER) throw NOT_PLAIN
    if ((bytes[start] === ZERO && at - start > 1) || next === DOT || (next | SMALL) === SMALL_E) return -1
    this.#at = at
    return value
  }

  #skipNumber(): void {
    const bytes = this.#bytes
    let at = this.#at
    if (bytes[at] === MINUS) at++
    const first = bytes[at] as number
    const digits = (from: number): number => {
      let to = from
      while ((bytes[to] as number) >= ZERO && (bytes[to] as number) <= NINE) to++
      if (to === from) throw NOT_PLAIN
      return to
    }
    const whole = digits(at)
    if (first === ZERO && whole > at + 1) throw NOT_PLAIN
    at = whole
    if (bytes[at] === DOT) at = digits(at + 1)
    if (((bytes[at] as number) | SMALL) === SMALL_E) {
      const sign = bytes[at + 1]
      at = digits(sign === PLUS || sign === MINUS ? at + 2 : at + 1)
    }
    this.#at = at
  }

  #skipWord(): void {
    for (const word of WORDS) {
      if (!this.#isAt(this.#at, word)) continue
      this.#at += word.byteLength
      return
    }
    throw NOT_PLAIN
  }
}

/** A value that was passed over. */
export class Unread {
  readonly #text: string
  readonly #start: number
  readonly #end: number

  constructor(text: string, start: number, end: number) {
    this.#text = text
    this.#start = start
    this.#end = end
  }

  parse(): unknown {
    return JSON.parse(this.#text.slice(this.#start, this.#end))
  }
}

const PLUS = 0x2b
const LONGEST_ESCAPE = 6
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/

const WORDS = ['null', 'true', 'false'].map(viewOfText)
