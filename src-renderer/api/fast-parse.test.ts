import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROUTES } from '../../src-shared/contract/routes.ts'
import recorded from './fixtures/answers.json?raw'
import { fastParse, buildGuard } from './fast-parse.ts'

/** Responses of the service for the sample case, with fewer rows of each kind. */
const answers = (): { snapshot: object; localHolders: object } => JSON.parse(recorded) as { snapshot: object; localHolders: object }
const CASES: readonly { readonly name: string; readonly schema: z.ZodType; readonly answer: () => object }[] = [
  { name: 'snapshot', schema: ROUTES.snapshot.returns, answer: () => answers().snapshot },
  { name: 'localHolders', schema: ROUTES.localHolders.returns, answer: () => answers().localHolders },
]

/** JSON has no undefined or NaN, but a number that is too large parses as Infinity. */
const REPLACEMENTS = ['null', '""', '"x"', `"${'x'.repeat(401)}"`, '"12"', '0', '-1', '1.5', '1e400', '9007199254740993', 'true', '[]', '{}']
  .concat('["x"]', '["wallet"]', '["1","2","3","4","5","6"]', '"transfer"', '{"length":3}')
  .map((text) => ({ text, make: (): unknown => JSON.parse(text) }))

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]))]
}

/** The object or array that contains the last key of the path. */
function holderOf(answer: unknown, path: Path): Record<string | number, unknown> {
  return path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], answer) as Record<
    string | number,
    unknown
  >
}

/** Checks that both parsers return the same result, and that the fast path accepts only values that zod returns unchanged. */
function agree(schema: z.ZodType, value: unknown): boolean {
  const [ours, theirs] = [fastParse(schema, value), schema.safeParse(value)]
  const isKnown = buildGuard(schema)?.(value) === true
  expect(ours.success).toBe(theirs.success)
  if (theirs.success) expect(ours.data).toStrictEqual(theirs.data)
  else expect(ours.error?.issues).toEqual(theirs.error.issues)
  expect(isKnown).toBe(theirs.success && JSON.stringify(sorted(theirs.data)) === JSON.stringify(sorted(value)))
  return isKnown
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

describe.each(CASES)('a recorded response of $name', ({ schema, answer }) => {
  it('is accepted and returned unchanged', () => {
    const value = answer()
    expect(agree(schema, value)).toBe(true)
    expect(fastParse(schema, value).data).toBe(value)
  })

  it('is judged like zod with any value replaced', () => {
    let refused = 0
    const root = { answer: answer() }
    for (const path of pathsOf(root.answer)) {
      const holder = holderOf(root, ['answer', ...path])
      const field = path.at(-1) ?? 'answer'
      const original = holder[field]
      for (const { make } of REPLACEMENTS) {
        holder[field] = make()
        if (!agree(schema, root.answer)) refused++
      }
      holder[field] = original
    }
    expect(refused).toBeGreaterThan(1_000)
  })

  it('is judged like zod with missing or extra fields', () => {
    for (const path of pathsOf(answer()).filter((each) => typeof each.at(-1) === 'string')) {
      const few = answer()
      Reflect.deleteProperty(holderOf(few, path), path.at(-1) ?? '')
      agree(schema, few)
      for (const [field, extra] of Object.entries(JSON.parse('{"more":1,"toString":1,"__proto__":{"address":"x"}}') as object)) {
        const many = answer()
        Object.defineProperty(holderOf(many, path), field, { value: extra, enumerable: true, configurable: true, writable: true })
        agree(schema, many)
      }
    }
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
