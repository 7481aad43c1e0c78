import { base58 } from '@scure/base'
import { assert, property, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

it('agrees with @scure/base in both directions, also with leading zeros', () => {
  assert(
    property(uint8Array({ maxLength: 400 }), uint8Array({ maxLength: 4, max: 0 }), (bytes, zeros) => {
      const all = new Uint8Array([...zeros, ...bytes])
      expect(encodeBase58(all)).toBe(base58.encode(all))
      expect(decodeBase58(base58.encode(all))).toEqual(Buffer.from(all))
    }),
    { numRuns: 2_000, seed: 58 },
  )
})

it('agrees with @scure/base where the carries are largest', () => {
  const text = 'z'.repeat(4_000)
  expect(decodeBase58(text)).toEqual(Buffer.from(base58.decode(text)))
})

it.each(['0', 'O', 'I', 'l', 'abc+', 'é', ' 1', '1'.repeat(20_000)])('rejects %j', (text) => {
  expect(decodeBase58(text)).toBeNull()
})
