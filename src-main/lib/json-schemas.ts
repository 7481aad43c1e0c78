import { z } from 'zod'

/** JSON Schema of the contract's zod schemas, with all schemas that have an id collected as components. */

export type JsonSchema = { [key: string]: unknown }

export interface SchemaCollector {
  /** The schema of a value, `$ref`s pointing into the components. */
  of(schema: z.ZodType, io?: 'input' | 'output'): JsonSchema
  /** Every shared schema seen so far, by id. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** @param root where the components live in the document, e.g. `#/components/schemas/` */
export function collectSchemas(root: string): SchemaCollector {
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    of(schema, io = 'output') {
      const {
        $schema: _dialect,
        $defs: shared,
        ...own
      } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', override: adaptSchema }) as JsonSchema
      for (const [id, definition] of Object.entries((shared ?? {}) as Record<string, JsonSchema>)) components[id] = repoint(definition, root)
      return repoint(own, root)
    },
  }
}

/**
 * The bounds of safe integers are not part of the contract. A tuple becomes an array whose length is fixed by `minItems` and `maxItems`, because
 * tools for OpenAPI need an `items` schema (https://docs.stoplight.io/docs/spectral/4dec24461f3af-open-api-rules#array-items). `example` is
 * spelled `examples` in current JSON Schema.
 */
function adaptSchema({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  const { prefixItems } = jsonSchema
  if (Array.isArray(prefixItems)) {
    const members = [...new Map(prefixItems.map((item: unknown) => [JSON.stringify(item), item])).values()]
    jsonSchema['items'] = members.length === 1 ? members[0] : { anyOf: members }
    delete jsonSchema['prefixItems']
  }
  if ('example' in jsonSchema) {
    jsonSchema['examples'] = [jsonSchema['example']]
    delete jsonSchema['example']
  }
}

const LOCAL = '#/$defs/'

function repoint<T>(value: T, root: string): T {
  if (Array.isArray(value)) return value.map((item: unknown) => repoint(item, root)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'id' || typeof (value as JsonSchema)['id'] !== 'string')
  return Object.fromEntries(
    entries.map(([key, item]: [string, unknown]) => [
      key,
      key === '$ref' && typeof item === 'string' && item.startsWith(LOCAL) ? root + item.slice(LOCAL.length) : repoint(item, root),
    ]),
  ) as T
}
