import type { Check, Shape } from './shape.ts'

export type Guard = (value: unknown) => boolean

/** Builds guards from a list of shapes, each on first use. */
export function createGuards(shapes: readonly Shape[]): (index: number) => Guard {
  const guards: Guard[] = []

  function guardAt(index: number): Guard {
    const shape = shapes[index]
    if (shape === undefined) throw new Error(`no shape ${index}`)
    return (guards[index] ??= build(shape))
  }

  function build(shape: Shape): Guard {
    const type = typeGuard(shape)
    const checks = 'checks' in shape ? (shape.checks ?? []).map(checkGuard) : []
    if (checks.length === 0) return type
    return (value) => {
      if (!type(value)) return false
      for (const check of checks) if (!check(value)) return false
      return true
    }
  }

  function typeGuard(shape: Shape): Guard {
    switch (shape.is) {
      case 'boolean':
      case 'string':
        return (value) => typeof value === shape.is
      case 'number':
        return Number.isFinite
      case 'integer':
        return Number.isSafeInteger
      case 'enum': {
        const members = new Set<unknown>(shape.of)
        return (value) => members.has(value)
      }
      case 'nullable': {
        const inner = innerGuard(shape.of)
        return (value) => value === null || inner(value)
      }
      case 'optional': {
        const inner = innerGuard(shape.of)
        return (value) => value === undefined || inner(value)
      }
      case 'array': {
        const element = innerGuard(shape.of)
        return (value) => Array.isArray(value) && value.every(element)
      }
      case 'object':
        return objectGuard(shape.fields, new Set(shape.optional))
    }
  }

  const innerGuard = (of: number | null): Guard => (of === null ? () => false : guardAt(of))

  function objectGuard(shape: Readonly<Record<string, number>>, optional: ReadonlySet<string>): Guard {
    const fields = Object.entries(shape).map(([name, index]) => ({ name, test: guardAt(index), isOptional: optional.has(name) }))
    return (value) => {
      if (typeof value !== 'object' || value === null) return false
      let missing = 0
      // A missing field reads as undefined, which the guard of a required field refuses.
      for (const { name, test, isOptional } of fields) {
        if (isOptional && !Object.hasOwn(value, name)) missing++
        else if (!test((value as Readonly<Record<string, unknown>>)[name])) return false
      }
      return Object.keys(value).length === fields.length - missing
    }
  }

  return guardAt
}

/** Runs after the type guard. */
function checkGuard(check: Check): Guard {
  if ('minLength' in check) return (value) => (value as { readonly length: number }).length >= check.minLength
  if ('maxLength' in check) return (value) => (value as { readonly length: number }).length <= check.maxLength
  if ('above' in check) return (value) => (value as number) > check.above || (check.orEqual && value === check.above)
  if ('below' in check) return (value) => (value as number) < check.below || (check.orEqual && value === check.below)
  const pattern = new RegExp(check.pattern, check.flags)
  return (value) => pattern.test(value as string)
}
