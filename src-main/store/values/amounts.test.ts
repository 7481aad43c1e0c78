import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeAmount, decodeAmountOrNull, encodeAmount } from './amounts.ts'

const anyAmount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.integer({ min: 0, max: 255 }).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })),
  fc.constantFrom(...[8n, 53n, 63n, 64n, 128n, 192n, 248n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n])),
)

describe('stored amounts', () => {
  it.each([
    ['zero', 0n, 0],
    ['the largest exact number', 2n ** 53n - 1n, Number.MAX_SAFE_INTEGER],
    ['one more', 2n ** 53n, Buffer.from('0720000000000000', 'hex')],
    ['an 18-decimal million', 10n ** 24n, Buffer.from('0ad3c21bcecceda1000000', 'hex')],
  ])('%s', (_, raw, stored) => expect(encodeAmount(raw)).toEqual(stored))

  it.each([
    ['below zero', -1n],
    ['above uint256', 2n ** 256n],
  ])('refuses %s', (_, raw) => expect(() => encodeAmount(raw)).toThrow(RangeError))

  it.each([
    ['a fraction', 1.5],
    ['text', '1'],
    ['an empty blob', new Uint8Array()],
    ['a cut blob', Buffer.from('0720', 'hex')],
    ['nothing', null],
  ])('refuses to read %s', (_, stored) => expect(() => decodeAmount(stored)).toThrow('amount'))

  it('reads NULL as unknown where that may be', () => expect(decodeAmountOrNull(null)).toBeNull())

  it('come back from SQLite exactly, and sort there by value', () => {
    const database = new Database(':memory:')
    database.exec('CREATE TABLE t (raw INTEGER NOT NULL)')
    const insert = database.prepare('INSERT INTO t VALUES (?)')
    const select = database.prepare('SELECT raw FROM t ORDER BY raw').pluck()
    fc.assert(
      fc.property(fc.array(anyAmount, { maxLength: 30 }), (amounts) => {
        database.exec('DELETE FROM t')
        for (const raw of amounts) insert.run(encodeAmount(raw))
        expect(select.all().map(decodeAmount)).toEqual([...amounts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      }),
    )
    database.close()
  })
})
