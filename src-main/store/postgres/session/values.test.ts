import { expect, it } from 'vitest'
import { decodeRows } from './values.ts'

const NUMERIC = 1700

/** A row with one number, as PostgreSQL sends it: https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-DATAROW. */
function row(weight: number, sign: number, digits: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [1, 0, 8 + 2 * digits.length, digits.length, weight, sign, 0, ...digits]
  const bytes = new Uint8Array(5 + 2 * body.length)
  const view = new DataView(bytes.buffer)
  body.forEach((value, i) => view.setUint16(5 + 2 * i, value))
  return bytes
}
const decode = (...number: Parameters<typeof row>) => decodeRows(row(...number), [{ name: 'n', table: 0, place: 0, type: NUMERIC }])[0]?.[0]

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
