import { expect, it } from 'vitest'
import { readBatch } from './batch.ts'

const of = (...bytes: number[]): Uint8Array => Uint8Array.from([255, ...bytes])

it('gives each instruction its accounts and data', () => {
  expect(readBatch(of(2, 1, 9, 1, 3, 4, 5, 6), ['a', 'b', 'c', 'trailing'])).toEqual([
    { accounts: ['a', 'b'], data: Uint8Array.of(9) },
    { accounts: ['c'], data: Uint8Array.of(4, 5, 6) },
  ])
})

it.each([
  ['a length beyond the data', of(1, 9, 3), ['a']],
  ['more accounts than there are', of(2, 1, 9), ['a']],
  ['a cut header', of(1, 1, 9, 1), ['a']],
  ['an instruction without data', of(0, 0), []],
])('has none with %s', (_what, data, accounts) => {
  expect(readBatch(data, accounts)).toEqual([])
})
