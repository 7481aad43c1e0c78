import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fastParse, buildGuard } from './fast-parse.ts'
import { agree, CASES } from './testing/recorded-answers.ts'

describe.each(CASES)('a recorded response of $name', ({ schema, answer }) => {
  it('is accepted and returned unchanged', () => {
    const value = answer()
    expect(agree(schema, value)).toBe(true)
    expect(fastParse(schema, value).data).toBe(value)
  })
})

describe('small schemas', () => {
  const times = ['2025-04-07T00:37:14.000Z', '2025-04-07T00:37:14Z', '2025-02-30T00:37:14.000Z', '2025-04-07', ''].map((a) => ({ a }))
  const missing = [{}, { a: 'x' }, { a: '' }, { a: null }, { a: undefined }, { b: 'x' }, { a: 'x', b: 'x' }, { b: undefined }]
  const lists = [[], ['a@b.com'], ['x'], {}, null]
  const cases: readonly [string, z.ZodType, readonly unknown[], number][] = [
    ['a time', z.object({ a: z.iso.datetime({ precision: 3 }) }), times, 1],
    ['a field that may be missing', z.object({ a: z.string().min(1).optional() }), missing, 3],
    ['a field that may be missing or null', z.object({ a: z.string().nullable().optional(), b: z.string().optional() }), missing, 8],
    ['a list of what is left to zod', z.array(z.email()), lists, 1],
    ['a list of choices', z.array(z.union([z.string(), z.number()])), lists, 1],
    ['what is left to zod, or null', z.email().nullable(), ['a@b.com', null, 'x'], 1],
    ['a field that may be missing, and is left to zod', z.object({ a: z.email().optional() }), missing, 2],
  ]
  it.each(cases)('%s is judged like zod', (_, schema, values, known) => {
    const guard = buildGuard(schema)
    for (const value of values) {
      const [ours, theirs] = [fastParse(schema, value), schema.safeParse(value)]
      expect(ours.success).toBe(theirs.success)
      expect(ours.data).toStrictEqual(theirs.data)
      if (guard?.(value) === true) expect(theirs.data).toStrictEqual(value)
    }
    expect(values.filter((value) => guard?.(value))).toHaveLength(known)
  })
})

describe('unsupported schemas', () => {
  const UNLISTED: Readonly<Record<string, z.ZodType>> = {
    'a change': z.object({ a: z.string().trim() }),
    'a default': z.object({ a: z.string().default('x') }),
    'a way of its own': z.object({ a: z.string() }).refine(({ a }) => a === 'x'),
    'a named format': z.object({ a: z.email() }),
    'a choice of shapes': z.object({ a: z.union([z.string(), z.number()]) }),
    'fields of any name': z.looseObject({ a: z.string() }),
    'a pattern that remembers': z.string().regex(/x/g),
  }
  it.each(Object.entries(UNLISTED))('%s is left to zod', (_, schema) => {
    expect(buildGuard(schema)).toBeNull()
    expect(fastParse(schema, 1).success).toBe(false)
  })
})
