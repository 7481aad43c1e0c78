import { fail } from './assertions.ts'

/** Shapes of records, written from the API documents. They do not share the schemas of the code. */
export type Shape = (value: unknown, at: string) => void

const describeType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value)
const shape =
  (what: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) => {
    if (!fits(value)) fail(`${at} should be ${what}, but is ${describeType(value)} ${JSON.stringify(value)?.slice(0, 80) ?? ''}`)
  }

export const number = shape('a number', (value) => typeof value === 'number' && Number.isFinite(value))
export const percent = shape('a percentage', (value) => typeof value === 'number' && value >= 0 && value <= 100.000001)
export const share = shape('between 0 and 1', (value) => typeof value === 'number' && value >= 0 && value <= 1)
export const integer = shape('a whole number', (value) => Number.isSafeInteger(value))
export const count = shape('a whole number, not below 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
export const text = shape('a string', (value) => typeof value === 'string')
export const nonEmptyText = shape('a string that is not empty', (value) => typeof value === 'string' && value !== '')
export const digits = shape('digits', (value) => typeof value === 'string' && /^\d+$/.test(value))
export const boolean = shape('true or false', (value) => typeof value === 'boolean')
export const anything: Shape = () => undefined
export const object = shape('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value))
export const isoMillis = shape('an ISO 8601 UTC time with milliseconds', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)))
export const oneOf = (...values: readonly unknown[]): Shape => shape(`one of ${values.join(', ')}`, (value) => values.includes(value))

export const orNull =
  (inner: Shape): Shape =>
  (value, at) => {
    if (value !== null) inner(value, at)
  }

export const list =
  (inner: Shape, least = 0): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return fail(`${at} should be a list, but is ${describeType(value)}`)
    if (value.length < least) fail(`${at} should have at least ${least} entries, but has ${value.length}`)
    value.forEach((item: unknown, index) => inner(item, `${at}[${index}]`))
  }

/** An object with exactly these fields. */
export const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    object(value, at)
    const present = value as Record<string, unknown>
    for (const [name, inner] of Object.entries(fields)) {
      if (!Object.hasOwn(present, name)) fail(`${at}.${name} is missing`)
      inner(present[name], `${at}.${name}`)
    }
    const more = Object.keys(present).filter((name) => !Object.hasOwn(fields, name))
    if (more.length > 0) fail(`${at} has undocumented fields: ${more.join(', ')}`)
  }
