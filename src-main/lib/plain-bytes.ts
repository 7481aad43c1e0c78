/** Texts of printable ASCII, looked at as bytes: place n of the text is byte n. */

export interface PlainBytes {
  /** The text, and spaces behind it. */
  readonly bytes: Uint8Array
  /** The same, to be read in words. */
  readonly view: DataView
}

export const SPACE = 0x20
/** Bytes of a word. */
export const WORD = 4
const WORDS_AT_ONCE = 4
/** Spaces behind a text, so that the words of its last bytes can be read. */
const PADDING = 2 * WORDS_AT_ONCE * WORD
/** The first byte that is no control character, four times. */
const LEAST = 0x20202020
/** Texts up to this length share one buffer; a longer one brings its own, which then goes with it. */
const SHARED_BYTES = 8 * 1024 * 1024
const FIRST_BYTES = 64 * 1024

const encoder = new TextEncoder()

/** The bytes of a text in three ways of looking at them. */
class Room implements PlainBytes {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  readonly view: DataView

  constructor(length: number) {
    this.bytes = new Uint8Array(Math.ceil(length / WORD) * WORD + PADDING)
    this.words = new Int32Array(this.bytes.buffer)
    this.view = new DataView(this.bytes.buffer)
  }

  /** Takes a text, with spaces behind it; false where it is no ASCII or has control characters. */
  take(text: string): boolean {
    const { length } = text
    if (encoder.encodeInto(text, this.bytes).written !== length) return false
    this.bytes.fill(SPACE, length, length + PADDING)
    return !hasControls(this.words, Math.ceil(length / WORD))
  }
}

/** Whether any of the bytes is below 0x20: such a byte borrows into its own highest bit. */
function hasControls(words: Int32Array, count: number): boolean {
  let found = 0
  for (let i = 0; i < count; i += WORDS_AT_ONCE) {
    const a = words[i] as number
    const b = words[i + 1] as number
    const c = words[i + 2] as number
    const d = words[i + 3] as number
    found |= (((a - LEAST) | 0) & ~a) | (((b - LEAST) | 0) & ~b) | (((c - LEAST) | 0) & ~c) | (((d - LEAST) | 0) & ~d)
  }
  return (found & 0x80808080) !== 0
}

let shared = new Room(FIRST_BYTES)

/** The bytes of a text, until the next text is asked for; null for one with control characters or other letters than ASCII. */
export function plainBytes(text: string): PlainBytes | null {
  const room = roomFor(text.length)
  return room.take(text) ? room : null
}

function roomFor(length: number): Room {
  if (length >= SHARED_BYTES) return new Room(length)
  if (shared.bytes.length < length + PADDING) shared = new Room(Math.min(2 * length, SHARED_BYTES))
  return shared
}

/** A short text's bytes, to be compared in words. */
export function viewOfText(text: string): DataView {
  const bytes = encoder.encode(text)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
