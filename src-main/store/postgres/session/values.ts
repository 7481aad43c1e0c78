import { decodeAmount } from '../../values/amounts.ts'
import type { SqlParam, StoredValue } from './messages.ts'

/** Values as the text that PostgreSQL reads and writes, by the OIDs of its types (src/include/catalog/pg_type.dat of its source). */

const BYTEA = 17
const NUMERIC = 1700
const NUMERIC_ARRAY = 1231
const NUMBERS = new Set([16, 20, 21, 23, 26, 700, 701])

/** PostgreSQL has no NUL in texts; chains may put one into a name. */
const NUL = '\0'
const REPLACEMENT = '\uFFFD'

/** @returns a buffer goes over as it is, everything else as text */
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

/** Integers and amounts up to 2^53 - 1 are numbers, larger amounts are bigint. */
export function decodeField(text: string | null, type: number): StoredValue {
  if (text === null) return null
  if (NUMBERS.has(type)) return type === 16 ? Number(text === 't') : Number(text)
  if (type === NUMERIC) {
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : BigInt(text)
  }
  return type === BYTEA ? new Uint8Array(Buffer.from(text.slice(2), 'hex')) : text
}
