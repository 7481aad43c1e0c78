import { expect, it } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'

it.each([
  ['a list in an object', { rows: [1] }, (value: { rows: number[] }) => value.rows.push(2)],
  ['a row of a list', { rows: [{ raw: 1n }] }, (value: { rows: { raw: bigint }[] }) => (value.rows[0] = { raw: 2n })],
  ['a map', new Map([['a', 1]]), (value: Map<string, number>) => value.set('a', 2)],
  ['an object in a map', new Map([['a', { n: 1 }]]), (value: Map<string, { n: number }>) => Object.assign(value.get('a') ?? {}, { n: 2 })],
  ['a set', new Set([1]), (value: Set<number>) => value.clear()],
])('makes a write into %s throw', (_, value, write) => {
  expect(() => (write as (frozen: unknown) => unknown)(deepFreeze(value))).toThrow(TypeError)
})
