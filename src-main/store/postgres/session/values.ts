import { decodeAmount } from '../../values/amounts.ts'
import type { SqlParam, StoredValue } from './messages.ts'

/**
 * Values are sent to PostgreSQL as text and received in its binary format, by the OIDs of its types (src/include/catalog/pg_type.dat of its source).
 */

const BOOL = 16
const BYTEA = 17
export const INT8 = 20
const INT2 = 21
const INT4 = 23
const FLOAT8 = 701
const NUMERIC = 1700
const NUMERIC_ARRAY = 1231
/** char, name, text, json, unknown, varchar, and void, which is empty. */
const TEXTS = new Set([18, 19, 25, 114, 705, 1043, 2278])

/**
 * Bytes before the digits, which are to the base of 10,000: the number of digits, the power of the first one, the sign and the scale, two bytes each.
 */
const NUMERIC_HEADER = 8
const NUMERIC_BASE = 10_000
const NEGATIVE = 0x4000

/** PostgreSQL allows no NUL in texts, but a name from a chain may contain one. */
const NUL = '\0'
const REPLACEMENT = '\uFFFD'

/** @returns a buffer to send as is, or text */
export function encodeParam(value: SqlParam, type: number): string | Buffer | null {
  if (value === null) return null
  if (typeof value === 'string') return plainText(value)
  if (value instanceof Uint8Array) {
    if (type === NUMERIC) return decodeAmount(value).toString()
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  if (typeof value === 'object') return `{${value.map((each) => encodeElement(each, type)).join()}}`
  return String(value)
}

function encodeElement(value: SqlParam, type: number): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `"${plainText(value).replaceAll(/["\\]/g, '\\$&')}"`
  if (value instanceof Uint8Array) {
    return type === NUMERIC_ARRAY ? decodeAmount(value).toString() : `"\\\\x${Buffer.from(value).toString('hex')}"`
  }
  return String(value)
}

const plainText = (text: string): string => (text.includes(NUL) ? text.replaceAll(NUL, REPLACEMENT) : text).toWellFormed()

/** Decodes a row in the binary format (the `…send` functions of src/backend/utils/adt of PostgreSQL's source) from the body of its message. */
export function decodeRow(view: DataView, buffer: Buffer, start: number, types: readonly number[]): StoredValue[] {
  // The number of columns comes first.
  let at = start + 2
  const row = new Array<StoredValue>(types.length)
  for (let i = 0; i < types.length; i++) {
    const length = view.getInt32(at)
    at += 4
    row[i] = length < 0 ? null : decodeField(view, buffer, at, length, types[i] ?? 0)
    at += Math.max(0, length)
  }
  return row
}

function decodeField(view: DataView, buffer: Buffer, at: number, length: number, type: number): StoredValue {
  switch (type) {
    case INT8:
      return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)
    case FLOAT8:
      return view.getFloat64(at)
    case NUMERIC:
      return decodeNumeric(view, at)
    case INT4:
      return view.getInt32(at)
    case INT2:
      return view.getInt16(at)
    case BOOL:
      return view.getUint8(at)
    case BYTEA:
      return new Uint8Array(buffer.subarray(at, at + length))
    default:
      if (!TEXTS.has(type)) throw new Error(`a column of the type with OID ${type}`)
      return buffer.toString('utf8', at, at + length)
  }
}

/** Decodes an integer: a number up to 2^53 - 1, a bigint above that. */
function decodeNumeric(view: DataView, at: number): number | bigint {
  const digits = view.getInt16(at)
  const weight = view.getInt16(at + 2)
  const stated = view.getUint16(at + 4)
  if (digits > weight + 1 || stated > NEGATIVE) throw new Error('a number of the database is not an integer')
  const sign = stated === NEGATIVE ? -1 : 1
  const digit = (i: number): number => (i < digits ? view.getInt16(at + NUMERIC_HEADER + 2 * i) : 0)
  let number = 0
  for (let i = 0; i <= weight; i++) number = number * NUMERIC_BASE + digit(i)
  if (Number.isSafeInteger(number)) return sign * number
  let large = 0n
  for (let i = 0; i <= weight; i++) large = large * BigInt(NUMERIC_BASE) + BigInt(digit(i))
  return BigInt(sign) * large
}
