import { html, type Html } from './html.ts'
import type { JsonSchema } from '../../lib/json-schemas.ts'

/** A JSON Schema as rows of a table: nested objects become dotted names, shared schemas links. */

export interface SchemaRow {
  readonly name: string
  readonly type: Html
  readonly optional: boolean
  readonly meaning: string
}

const COMPONENT = '#/components/schemas/'
export const schemaAnchor = (id: string): string => `schema-${id}`

/** The type of a value in a few words. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, enum: values, anyOf, oneOf, items, type, format, additionalProperties } = schema
  if (typeof $ref === 'string') return html`<a href="#${schemaAnchor($ref.slice(COMPONENT.length))}">${$ref.slice(COMPONENT.length)}</a>`
  if ('const' in schema) return html`<q>${String(schema['const'])}</q>`
  if (Array.isArray(values)) return html`${values.map((value, index) => html`${index > 0 && ' | '}<q>${String(value)}</q>`)}`
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return joined(choices.map(typeOf), ' | ')
  if (type === 'array') return html`${typeOf((items ?? {}) as JsonSchema)}[]`
  if (type === 'object' && typeof additionalProperties === 'object') return html`map of ${typeOf(additionalProperties as JsonSchema)}`
  if (Array.isArray(type)) return html`${type.join(' | ')}`
  if (typeof type !== 'string') return html`any`
  return html`${type}${typeof format === 'string' && ` (${format})`}`
}

const joined = (parts: readonly Html[], separator: string): Html => html`${parts.map((part, index) => html`${index > 0 && separator}${part}`)}`

const bounds = (schema: JsonSchema): string =>
  [
    ['minimum', 'at least'],
    ['maximum', 'at most'],
    ['minItems', 'at least'],
    ['maxItems', 'at most'],
    ['default', 'default'],
  ]
    .flatMap(([key = '', word = '']) => (schema[key] === undefined ? [] : [`${word} ${String(schema[key])}`]))
    .join(', ')

function meaningOf(schema: JsonSchema): string {
  return [schema['description'], bounds(schema)].filter((text) => typeof text === 'string' && text !== '').join('; ')
}

/** Properties of an object, those of objects inside it, and of the items of its lists. */
export function schemaRows(schema: JsonSchema, prefix = ''): SchemaRow[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(properties).flatMap(([name, property]) => {
    const row = { name: prefix + name, type: typeOf(property), optional: !required.includes(name), meaning: meaningOf(property) }
    return [row, ...nested(property, prefix + name)]
  })
}

function nested(schema: JsonSchema, name: string): SchemaRow[] {
  if (schema['properties'] !== undefined) return schemaRows(schema, `${name}.`)
  const inner = schema['items'] as JsonSchema | false | undefined
  if (typeof inner === 'object') return nested(inner, `${name}[]`)
  const choices = schema['anyOf'] as JsonSchema[] | undefined
  return choices === undefined ? [] : choices.flatMap((choice) => nested(choice, name))
}
