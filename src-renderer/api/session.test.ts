import { describe, expect, it } from 'vitest'
import { parseKeyFromHash } from './session.ts'

describe('the key in the link', () => {
  it.each([
    ['#key=abc', 'abc'],
    ['#view=1&key=a%2Bb', 'a+b'],
    ['#key=', null],
    ['', null],
  ])('%s gives %s', (hash, key) => {
    expect(parseKeyFromHash(hash)).toBe(key)
  })
})
