import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A server's own OpenAPI, as far as a fuzzer needs it. */

type Json = Record<string, unknown>

export interface Operation {
  readonly id: string
  readonly method: string
  /** With `{parameters}`. */
  readonly path: string
  readonly query: readonly string[]
  /** Fields of the body; null for calls without one. */
  readonly fields: readonly string[] | null
  /** Check of the JSON body by status; a status that is missing is not described. */
  readonly answers: ReadonlyMap<number, ValidateFunction | null>
}

export interface Description {
  readonly operations: readonly Operation[]
  readonly error: ValidateFunction
}

const ROOT = 'contract'

/** @throws Error when the document is no OpenAPI that can be read. */
export function readDescription(document: Json): Description {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema(document, ROOT)
  const at = (...path: readonly string[]): ValidateFunction => {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const check = ajv.getSchema(`${ROOT}#/${pointer}`)
    if (check === undefined) throw new Error(`the description has nothing at ${path.join(' / ')}`)
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
        fields: operation['requestBody'] === undefined ? null : fieldsOf(operation['requestBody'] as Json),
        answers: new Map(answers),
      }
    }),
  )
  return { operations, error: at('components', 'schemas', 'Error') }
}

function fieldsOf(body: Json): string[] {
  const content = body['content'] as Record<string, { schema: { properties?: Json } }>
  return Object.keys(content['application/json']?.schema.properties ?? {})
}
