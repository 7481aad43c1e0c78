import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

it('forgets the longest unused first, by weight', () => {
  const map = new BoundedMap<string, number>(10)
  map.set('a', 1, 4)
  map.set('b', 2, 4)
  expect(map.get('a')).toBe(1)
  map.set('c', 3, 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

it('replaces a value with its weight, and never holds what is heavier than all of it', () => {
  const map = new BoundedMap<string, number>(10)
  map.set('a', 1, 9)
  map.set('a', 2, 1)
  map.set('b', 3, 9)
  expect([map.get('a'), map.get('b')]).toEqual([2, 3])
  map.set('b', 4, 11)
  expect(map.get('b')).toBeUndefined()
})
