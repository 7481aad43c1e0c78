/** The parts of /openapi.json that the checks read. */

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, unknown>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface StoredToken {
  readonly network: string
  readonly address: string
}

/** Answers that end only when the client disconnects. */
const ENDLESS = new Set(['/local/v1/stream'])

/** Paths of all GET operations that require only a token, filled in with this token. */
export function readablePaths({ paths }: OpenApiDocument, { network, address }: StoredToken): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || ENDLESS.has(path)) return []
    const required = (get.parameters ?? []).filter((parameter) => parameter.required === true && parameter.in !== 'header')
    const known = required.every((parameter) => parameter.in === 'path' && ['network', 'token_address'].includes(parameter.name))
    return known ? [path.replace('{network}', network).replace('{token_address}', encodeURIComponent(address))] : []
  })
}

/** A copy of a document in which one field of an answer has another type than the service sends. */
export function withWrongField(document: OpenApiDocument): OpenApiDocument {
  const wrong = JSON.stringify(document).replaceAll('"cluster_pct":{"type":"number"', '"cluster_pct":{"type":"boolean"')
  return JSON.parse(wrong) as OpenApiDocument
}

/** A copy in which every operation has the same name. */
export function withOneName(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document).replaceAll(/"operationId":"[^"]+"/g, '"operationId":"same"')) as OpenApiDocument
}
