import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The parts of the server's OpenAPI document that the fuzzer needs. */

type Json = Record<string, unknown>

export interface Operation {
  readonly id: string
  readonly method: string
  /** With `{parameters}`. */
  readonly path: string
  readonly query: readonly string[]
  /** Fields of the body; null for calls without one. */
  readonly fields: readonly string[] | null
  /** Validator of the JSON body by status. A missing status is undocumented. */
  readonly answers: ReadonlyMap<number, ValidateFunction | null>
}

export interface Description {
  readonly operations: readonly Operation[]
  readonly error: ValidateFunction
}

const ROOT = 'contract'

/** @throws Error when the document is not a readable OpenAPI document */
export function readDescription(document: Json): Description {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema(document, ROOT)
  const at = (...path: readonly string[]): ValidateFunction => {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const check = ajv.getSchema(`${ROOT}#/${pointer}`)
    if (check === undefined) throw new Error(`The OpenAPI document has no schema at ${path.join(' / ')}`)
    return check
  }
  const operations = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const responses = operation['responses'] as Record<string, { content?: Json }>
      const answers = Object.entries(responses).map(([status, { content }]): [number, ValidateFunction | null] => {
        const json = content !== undefined && Object.hasOwn(content, 'application/json')
        return [Number(status), json ? at('paths', path, method, 'responses', status, 'content', 'application/json', 'schema') : null]
      })
      const parameters = operation['parameters'] as readonly { name: string; in: string }[]
      return {
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        fields: operation['requestBody'] === undefined ? null : readFields(operation['requestBody'] as Json),
        answers: new Map(answers),
      }
    }),
  )
  return { operations, error: at('components', 'schemas', 'Error') }
}

function readFields(body: Json): string[] {
  const content = body['content'] as Record<string, { schema: { properties?: Json } }>
  return Object.keys(content['application/json']?.schema.properties ?? {})
}
