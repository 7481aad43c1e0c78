import { expect, it } from 'vitest'
import { decodeRow } from './values.ts'

const NUMERIC = 1700

/** The body of a row with one number, as PostgreSQL sends it: https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-DATAROW. */
function row(weight: number, sign: number, digits: readonly number[]): Buffer {
  const body = [1, 0, 8 + 2 * digits.length, digits.length, weight, sign, 0, ...digits]
  const bytes = Buffer.alloc(2 * body.length)
  body.forEach((value, i) => bytes.writeUInt16BE(value, 2 * i))
  return bytes
}
const decode = (...number: Parameters<typeof row>) => {
  const bytes = row(...number)
  return decodeRow(new DataView(bytes.buffer, bytes.byteOffset), bytes, 0, [NUMERIC])[0]
}

it.each([
  ['0', 0, 0, [], 0],
  ['4 digits of zeros that are left out', 2, 0, [12], 1_200_000_000],
  ['a negative one', 1, 0x4000, [1, 2345], -12_345],
  ['2^53 - 1', 3, 0, [9007, 1992, 5474, 991], Number.MAX_SAFE_INTEGER],
  ['2^53', 3, 0, [9007, 1992, 5474, 992], 2n ** 53n],
  ['10^76', 19, 0, [1], 10n ** 76n],
] as const)('%s is decoded', (_, weight, sign, digits, value) => expect(decode(weight, sign, digits)).toBe(value))

it.each([
  ['a fraction', 0, 0, [1, 5000]],
  ['NaN', 0, 0xc000, []],
] as const)('%s is refused', (_, weight, sign, digits) => expect(() => decode(weight, sign, digits)).toThrow('not an integer'))
