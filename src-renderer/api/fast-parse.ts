import type { z } from 'zod'

/**
 * Same result as `schema.safeParse`, but much faster for long lists. The page's CSP forbids eval, so zod runs without its JIT and
 * takes longer than `JSON.parse` for tens of thousands of links. A guard built from the schema accepts values that zod would
 * return unchanged; everything else goes to zod.
 */
export function fastParse<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  return buildGuard(schema)?.(value) === true ? { success: true, data: value as T } : schema.safeParse(value)
}

type Guard = (value: unknown) => boolean

const guards = new WeakMap<z.core.$ZodType, Guard | null>()

/** A guard that accepts only values zod returns unchanged; null if the schema uses a feature that is not covered. */
export function buildGuard(schema: z.core.$ZodType): Guard | null {
  const known = guards.get(schema)
  if (known !== undefined) return known
  const type = typeGuard(schema as z.core.$ZodTypes)
  const limits = (schema._zod.def.checks ?? []).map((check) => checkGuard(check as z.core.$ZodChecks))
  const recogniser = type === null || limits.includes(null) ? null : allGuards([type, ...limits.filter((limit) => limit !== null)])
  guards.set(schema, recogniser)
  return recogniser
}

function typeGuard({ _zod: { def } }: z.core.$ZodTypes): Guard | null {
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
      const inner = buildGuard(def.innerType)
      return inner === null ? null : (value) => value === null || inner(value)
    }
    case 'array': {
      const element = buildGuard(def.element)
      return element === null ? null : (value) => Array.isArray(value) && value.every(element)
    }
    case 'object':
      return objectGuard(def)
    default:
      return null
  }
}

/** Requires every field and rejects any other. */
function objectGuard({ shape, catchall }: z.core.$ZodObjectDef): Guard | null {
  const fields = Object.keys(shape)
  const tests = Object.values(shape).flatMap((field) => buildGuard(field) ?? [])
  if (catchall !== undefined || tests.length < fields.length) return null
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== fields.length) return false
    // A missing field is undefined, which no guard accepts.
    for (let i = 0; i < fields.length; i++) if (tests[i]?.((value as Readonly<Record<string, unknown>>)[fields[i] ?? '']) !== true) return false
    return true
  }
}

/** Runs after the type guard: lengths apply to strings and arrays, bounds to numbers. */
function checkGuard({ _zod: { def } }: z.core.$ZodChecks): Guard | null {
  switch (def.check) {
    case 'min_length':
      return (value) => (value as { readonly length: number }).length >= def.minimum
    case 'max_length':
      return (value) => (value as { readonly length: number }).length <= def.maximum
    case 'greater_than':
      return boundGuard(def, (value, bound) => value > bound)
    case 'less_than':
      return boundGuard(def, (value, bound) => value < bound)
    case 'string_format':
      return patternGuard(def)
    default:
      return null
  }
}

function allGuards(tests: readonly Guard[]): Guard {
  const [only] = tests
  if (tests.length === 1 && only !== undefined) return only
  return (value) => {
    for (const test of tests) if (!test(value)) return false
    return true
  }
}

type Bound = z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef

function boundGuard({ value: bound, inclusive }: Bound, isWithin: (value: number, bound: number) => boolean): Guard | null {
  if (typeof bound !== 'number') return null
  return (value) => isWithin(value as number, bound) || (inclusive && value === bound)
}

/** Named formats check more than their pattern. */
function patternGuard({ format, pattern }: z.core.$ZodCheckStringFormatDef): Guard | null {
  if (format !== 'regex' || pattern === undefined || pattern.global || pattern.sticky) return null
  return (value) => pattern.test(value as string)
}
