import { BAD, DIGIT, isAt } from './hex-bytes.ts'
import { FIELD, FIELD_DIGITS, MOST_DIGITS, NONE } from './log-fields.ts'

const QUOTE = 0x22

/** Where a field's digits stand in the log that was read. */
export interface Mark {
  readonly field: number
  readonly start: number
  readonly end: number
}

/**
 * The logs of one answer are written alike: between the fields that differ stand the same bytes. One log read with care shows
 * these; the next are read by comparing them, many bytes at once, and taking what stands between.
 */
export class RepeatedLog {
  readonly #fields: readonly number[]
  /** Bytes before each field, and after the last. */
  readonly #between: readonly DataView[]

  /** @param marks the fields of the log that stands from `start` to `end`, in the order written */
  constructor(bytes: Buffer, start: number, end: number, marks: readonly Mark[]) {
    const stretch = (from: number, to: number): DataView => new DataView(Uint8Array.from(bytes.subarray(from, to)).buffer)
    this.#fields = marks.map((mark) => mark.field)
    this.#between = [...marks.map((mark, i) => stretch(marks[i - 1]?.end ?? start, mark.start)), stretch(marks.at(-1)?.end ?? start, end)]
  }

  /** Reads the log that starts here into `values`; answers where it ends, or -1 when it is written another way. */
  read(bytes: Buffer, view: DataView, start: number, values: Float64Array): number {
    values[FIELD.time] = NONE
    let at = start
    for (let i = 0; i < this.#fields.length; i++) {
      const [before, field] = [this.#between[i], this.#fields[i]]
      if (before === undefined || field === undefined || !isAt(view, at, before)) return -1
      at += before.byteLength
      const digits = FIELD_DIGITS[field] ?? 0
      if (digits > 0) {
        values[field] = at
        at += digits
        continue
      }
      let value = 0
      const first = at
      for (; bytes[at] !== QUOTE; at++) {
        const digit = DIGIT[bytes[at] ?? 0] ?? BAD
        if (digit === BAD || at - first >= MOST_DIGITS) return -1
        value = value * 16 + digit
      }
      if (at === first) return -1
      values[field] = value
    }
    const rest = this.#between[this.#fields.length]
    return rest !== undefined && isAt(view, at, rest) ? at + rest.byteLength : -1
  }
}
