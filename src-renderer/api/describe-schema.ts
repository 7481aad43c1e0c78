import type { z } from 'zod'
import type { Check, Shape } from './shape.ts'

/** Describes schemas as shapes, in one list without duplicates. */
export interface Shapes {
  readonly list: readonly Shape[]
  /** The index of the shape that the schema accepts and returns unchanged; null if the schema uses a feature that shapes do not have. */
  add(schema: z.core.$ZodType): number | null
}

export function createShapes(): Shapes {
  const list: Shape[] = []
  const indexes = new Map<string, number>()

  function add(schema: z.core.$ZodType): number | null {
    const shape = describe(schema as z.core.$ZodTypes)
    if (shape === null) return null
    const text = JSON.stringify(shape)
    const index = indexes.get(text) ?? list.push(shape) - 1
    indexes.set(text, index)
    return index
  }

  function describe({ _zod: { def } }: z.core.$ZodTypes): Shape | null {
    const type = describeType(def)
    const checks = (def.checks ?? []).map((check) => describeCheck(check as z.core.$ZodChecks))
    if (type === null || checks.includes(null)) return null
    const all = [...('checks' in type ? (type.checks ?? []) : []), ...checks.filter((check) => check !== null)]
    return all.length === 0 ? type : ({ ...type, checks: all } as Shape)
  }

  function describeType(def: z.core.$ZodTypes['_zod']['def']): Shape | null {
    switch (def.type) {
      case 'boolean':
        return { is: 'boolean' }
      case 'string':
        return describeString(def)
      case 'number':
        if (!('format' in def)) return { is: 'number' }
        return def.format === 'safeint' ? { is: 'integer' } : null
      case 'enum':
        return { is: 'enum', of: Object.values(def.entries) }
      case 'nullable':
      case 'optional':
        return { is: def.type, of: add(def.innerType) }
      case 'array':
        return { is: 'array', of: add(def.element) }
      case 'object':
        return describeObject(def)
      default:
        return null
    }
  }

  function describeObject({ shape, catchall }: z.core.$ZodObjectDef): Shape | null {
    const fields: Record<string, number> = {}
    for (const [name, field] of Object.entries(shape)) {
      const index = add(field)
      if (index === null) return null
      fields[name] = index
    }
    if (catchall !== undefined) return null
    const optional = Object.keys(fields).filter((name) => (shape[name] as z.core.$ZodTypes)._zod.def.type === 'optional')
    return optional.length === 0 ? { is: 'object', fields } : { is: 'object', fields, optional }
  }

  return { list, add }
}

/** For times, zod checks only their pattern. For other named formats it checks more. */
function describeString(def: z.core.$ZodStringDef | z.core.$ZodStringFormatDef): Shape | null {
  if (!('format' in def)) return { is: 'string' }
  const pattern = def.format === 'datetime' ? describePattern(def.pattern) : null
  return pattern === null ? null : { is: 'string', checks: [pattern] }
}

function describeCheck({ _zod: { def } }: z.core.$ZodChecks): Check | null {
  switch (def.check) {
    case 'min_length':
      return { minLength: def.minimum }
    case 'max_length':
      return { maxLength: def.maximum }
    case 'greater_than':
      return typeof def.value === 'number' ? { above: def.value, orEqual: def.inclusive } : null
    case 'less_than':
      return typeof def.value === 'number' ? { below: def.value, orEqual: def.inclusive } : null
    case 'string_format':
      return def.format === 'regex' ? describePattern(def.pattern) : null
    default:
      return null
  }
}

function describePattern(pattern: RegExp | undefined): Check | null {
  return pattern === undefined || pattern.global || pattern.sticky ? null : { pattern: pattern.source, flags: pattern.flags }
}
