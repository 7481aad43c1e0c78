import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalBytes, canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it.each([
    ['keys in code-unit order at every depth', { b: 1, a: { d: [1, { z: 1, y: 2 }], c: null } }, '{"a":{"c":null,"d":[1,{"y":2,"z":1}]},"b":1}'],
    ['upper case before lower, digits before both', { a: 1, B: 2, 1: 3 }, '{"1":3,"B":2,"a":1}'],
    ['lists keep their order', [3, 1, 2], '[3,1,2]'],
    ['undefined members are left out', { a: undefined, b: 1 }, '{"b":1}'],
    ['text is escaped as JSON', { 'a"': 'é\n' }, '{"a\\"":"é\\n"}'],
    ['minus zero is zero', -0, '0'],
  ])('%s', (_, value, text) => expect(canonicalJson(value)).toBe(text))

  it.each([
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['bigint', { a: 1n }],
    ['undefined in a list', [undefined]],
  ])('refuses %s, which JSON would lose unseen', (_, value) => expect(() => canonicalJson(value)).toThrow(TypeError))

  it('gives one text for equal values and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it('hashes the UTF-8 bytes', () => {
    expect(canonicalBytes({}).sha256).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })
})
