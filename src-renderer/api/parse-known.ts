import type { z } from 'zod'

/**
 * Parses what JSON said as `schema.safeParse` does, and long lists many times sooner. Under the page's policy, which forbids eval,
 * zod takes longer over tens of thousands of links than it takes to read their JSON: so a value that is already what zod would
 * answer, without a field too many, is recognised by a test made of the schema itself, and given back as it is. All else zod
 * parses, or refuses.
 */
export function parseKnown<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  return recogniserOf(schema)?.(value) === true ? { success: true, data: value as T } : schema.safeParse(value)
}

type Recogniser = (value: unknown) => boolean

const made = new WeakMap<z.core.$ZodType, Recogniser | null>()

/** A test that passes only what zod would answer unchanged; null for a schema of which a part is not listed here. */
export function recogniserOf(schema: z.core.$ZodType): Recogniser | null {
  const known = made.get(schema)
  if (known !== undefined) return known
  const type = typeOf(schema as z.core.$ZodTypes)
  const limits = (schema._zod.def.checks ?? []).map((check) => limitOf(check as z.core.$ZodChecks))
  const recogniser = type === null || limits.includes(null) ? null : allOf([type, ...limits.filter((limit) => limit !== null)])
  made.set(schema, recogniser)
  return recogniser
}

function typeOf({ _zod: { def } }: z.core.$ZodTypes): Recogniser | null {
  switch (def.type) {
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'string':
      return 'format' in def ? null : (value) => typeof value === 'string'
    case 'number':
      if (!('format' in def)) return Number.isFinite
      return def.format === 'safeint' ? Number.isSafeInteger : null
    case 'enum': {
      const members = new Set<unknown>(Object.values(def.entries))
      return (value) => members.has(value)
    }
    case 'nullable': {
      const inner = recogniserOf(def.innerType)
      return inner === null ? null : (value) => value === null || inner(value)
    }
    case 'array': {
      const element = recogniserOf(def.element)
      return element === null ? null : (value) => Array.isArray(value) && value.every(element)
    }
    case 'object':
      return objectOf(def)
    default:
      return null
  }
}

/** Every field there, and no other. */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef): Recogniser | null {
  const fields = Object.keys(shape)
  const tests = Object.values(shape).flatMap((field) => recogniserOf(field) ?? [])
  if (catchall !== undefined || tests.length < fields.length) return null
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== fields.length) return false
    // One that is missing is undefined, which no test passes.
    for (let i = 0; i < fields.length; i++) if (tests[i]?.((value as Readonly<Record<string, unknown>>)[fields[i] ?? '']) !== true) return false
    return true
  }
}

/** What has passed the test of its type is asked for its limits: lengths are of texts and lists, bounds of numbers. */
function limitOf({ _zod: { def } }: z.core.$ZodChecks): Recogniser | null {
  switch (def.check) {
    case 'min_length':
      return (value) => (value as { readonly length: number }).length >= def.minimum
    case 'max_length':
      return (value) => (value as { readonly length: number }).length <= def.maximum
    case 'greater_than':
      return boundOf(def, (value, bound) => value > bound)
    case 'less_than':
      return boundOf(def, (value, bound) => value < bound)
    case 'string_format':
      return patternOf(def)
    default:
      return null
  }
}

function allOf(tests: readonly Recogniser[]): Recogniser {
  const [only] = tests
  if (tests.length === 1 && only !== undefined) return only
  return (value) => {
    for (const test of tests) if (!test(value)) return false
    return true
  }
}

type Bound = z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef

function boundOf({ value: bound, inclusive }: Bound, isWithin: (value: number, bound: number) => boolean): Recogniser | null {
  if (typeof bound !== 'number') return null
  return (value) => isWithin(value as number, bound) || (inclusive && value === bound)
}

/** Named formats check more than their pattern says. */
function patternOf({ format, pattern }: z.core.$ZodCheckStringFormatDef): Recogniser | null {
  if (format !== 'regex' || pattern === undefined || pattern.global || pattern.sticky) return null
  return (value) => pattern.test(value as string)
}
