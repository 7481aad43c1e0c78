import { describe, expect, it } from 'vitest'
import { agree, CASES } from './testing/recorded-answers.ts'

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

describe.each(CASES)('a recorded response of $name', ({ schema, answer }) => {
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
