import { FILE_ROUTES } from '../http/parse-call.ts'
import { API_ERRORS, API_ERROR_CODES, type ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import { BODY_ERRORS, COMMON_ERRORS, ROUTES, type RouteDef, type RouteId } from '../../../src-shared/contract/routes.ts'
import { collectSchemas, type JsonSchema, type SchemaCollector } from '../../lib/json-schemas.ts'

/** The REST half of the contract as OpenAPI 3.1. */

const ROOT = '#/components/schemas/'
const CASE_FILE_TYPES = ['application/octet-stream']
const FILE_TYPES = ['application/json', 'application/x-ndjson', 'application/gzip', 'application/octet-stream', 'text/csv']

export function routeErrors(route: RouteDef): ApiErrorCode[] {
  const common = route.access === 'open' ? (['forbidden_host', 'forbidden_origin', 'internal', 'service_unavailable'] as const) : COMMON_ERRORS
  const ofBody = route.body === undefined ? [] : BODY_ERRORS
  const codes = new Set<ApiErrorCode>([...common, 'method_not_allowed', ...ofBody, ...(route.errors ?? [])])
  return API_ERROR_CODES.filter((code) => codes.has(code))
}

export function buildOpenApi(version: string): JsonSchema {
  const schemas = collectSchemas(ROOT)
  const paths: Record<string, JsonSchema> = {}
  for (const [id, route] of Object.entries(ROUTES) as [RouteId, RouteDef][]) {
    const found = operation(id, route, schemas)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: found }
    if (route.alias !== undefined) paths[route.alias] = { [route.method.toLowerCase()]: { ...found, operationId: `${id}Alias` } }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holderscope',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Who really holds a token: holder metrics, snapshots, security scans, trades. The streams are described in /asyncapi.json.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: [...new Set(Object.values(ROUTES).map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' }, Bearer: { type: 'http', scheme: 'bearer' } },
      headers: HEADERS,
      schemas: { ...schemas.components, Error: errorSchema() },
    },
  }
}

const TAGS: Readonly<Record<string, string>> = {
  'Holder metrics': 'Holders of a token: its concentration, clusters, snipers, bundlers and insiders.',
  Snapshots: 'The holders of a token as stored at past times.',
  'Security scan': 'A scored report on what a token can do to its holders.',
  Trades: 'Historical trades of a token, pool or wallet.',
  Labels: 'Names of addresses.',
  Local: 'Additions of this app: evidence, cases, watch rules, jobs, settings and storage.',
  Service: 'Health, metrics and the descriptions of this API.',
  Deprecated: 'Earlier paths, which name their successors.',
}

const HEADERS = {
  RequestId: { description: 'Id of this request, as in the log', schema: { type: 'string' } },
  DataAsOf: { description: 'Moment of the state described', schema: { type: 'string', format: 'date-time' } },
  DataUnknown: { description: 'Fields of the body whose value is unknown, comma-separated; absent if all are known', schema: { type: 'string' } },
  DataCoverage: { description: 'What the facts cover; absent if that is everything', schema: { type: 'string' } },
  DataSource: { description: 'What the answer was made from', schema: { type: 'string', enum: ['live', 'snapshot', 'import'] } },
  ETag: {
    description: 'Version of the body in its encoding, for If-None-Match; absent if the body is made for each request',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of the job or trace that was started, or of the job that reads this token now', schema: { type: 'string' } },
  Deprecation: { description: 'Always `true`', schema: { type: 'string' } },
  Link: { description: 'Path of the successor, with rel="successor-version"', schema: { type: 'string' } },
  WwwAuthenticate: { description: 'How a key may be sent: the schemes `ApiKey` and `Bearer`', schema: { type: 'string' } },
  Allow: { description: 'Methods of this path', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
} as const

const headerRef = (name: keyof typeof HEADERS): JsonSchema => ({ $ref: `#/components/headers/${name}` })

function operation(id: RouteId, route: RouteDef, schemas: SchemaCollector): JsonSchema {
  return {
    operationId: id,
    summary: route.summary,
    tags: [route.tag],
    ...(route.deprecatedBy === undefined ? {} : { deprecated: true, description: `Moved to ${route.deprecatedBy}.` }),
    ...(route.access === 'open' ? { security: [] } : {}),
    ...(route.access === 'manage' ? { description: 'Needs a key with the permission "manage".' } : {}),
    parameters: [...parameters(route.params, 'path', schemas), ...parameters(route.query, 'query', schemas)],
    ...(route.body === undefined ? {} : { requestBody: requestBody(id, route, schemas) }),
    responses: {
      [route.success ?? 200]: success(route, schemas),
      ...(route.unchanged === undefined ? {} : { 200: { ...success(route, schemas), description: route.unchanged } }),
      ...(route.method === 'GET' ? { 304: { description: 'The version that If-None-Match names is current.', headers: versionHeaders(route) } } : {}),
      ...failures(route),
    },
  }
}

function parameters(values: RouteDef['params'], where: 'path' | 'query', schemas: SchemaCollector): JsonSchema[] {
  if (values === undefined) return []
  const { properties = {}, required = [] } = schemas.of(values, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function requestBody(id: RouteId, route: RouteDef, schemas: SchemaCollector): JsonSchema {
  const types = id === 'importFile' ? FILE_TYPES : (FILE_ROUTES as readonly RouteId[]).includes(id) ? CASE_FILE_TYPES : ['application/json']
  const schema = route.body === undefined ? {} : schemas.of(route.body, 'input')
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** Headers of an answer, and of the 304 in its place. */
const versionHeaders = (route: RouteDef): JsonSchema => ({
  'X-Request-Id': headerRef('RequestId'),
  'X-Data-As-Of': headerRef('DataAsOf'),
  'X-Data-Source': headerRef('DataSource'),
  'X-Data-Unknown': headerRef('DataUnknown'),
  'X-Data-Coverage': headerRef('DataCoverage'),
  ...(route.method === 'GET' ? { ETag: headerRef('ETag') } : {}),
  ...(route.deprecatedBy === undefined ? {} : { Deprecation: headerRef('Deprecation'), Link: headerRef('Link') }),
})

function success(route: RouteDef, schemas: SchemaCollector): JsonSchema {
  const { returns } = route
  const content =
    returns === null
      ? Object.fromEntries((route.produces ?? []).map((type) => [type, { schema: { type: 'string' } }]))
      : { 'application/json': { schema: schemas.of(returns) } }
  return {
    description: route.summary,
    headers: { ...versionHeaders(route), ...(namesJob(route) ? { Location: headerRef('Location') } : {}) },
    content,
  }
}

/** Whether the answer names a job: those about a token name its running read. */
const namesJob = ({ success, method, path }: RouteDef): boolean => success === 202 || (method === 'GET' && path.includes('{token_address}'))

function failures(route: RouteDef): JsonSchema {
  const byStatus = Map.groupBy(routeErrors(route), (code) => API_ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join('\n\n'),
        headers: {
          'X-Request-Id': headerRef('RequestId'),
          'X-Data-As-Of': headerRef('DataAsOf'),
          'X-Data-Source': headerRef('DataSource'),
          ...(codes.includes('unauthorized') ? { 'WWW-Authenticate': headerRef('WwwAuthenticate') } : {}),
          ...(codes.includes('method_not_allowed') ? { Allow: headerRef('Allow') } : {}),
          ...(codes.includes('token_pending') ? { Location: headerRef('Location') } : {}),
          ...(codes.some((code) => API_ERRORS[code].retry) ? { 'Retry-After': headerRef('RetryAfter') } : {}),
        },
        content: { 'application/json': { schema: { $ref: `${ROOT}Error` } } },
      },
    ]),
  )
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['detail', 'code', 'request_id'],
    properties: {
      detail: {
        description: 'One sentence, or for wrong values the list of them',
        oneOf: [
          { type: 'string' },
          {
            type: 'array',
            items: {
              type: 'object',
              required: ['loc', 'msg', 'type'],
              properties: {
                loc: { type: 'array', items: { type: ['string', 'integer'] } },
                msg: { type: 'string' },
                type: { type: 'string' },
              },
            },
          },
        ],
      },
      code: { type: 'string', enum: API_ERROR_CODES },
      request_id: { type: 'string' },
      current_revision: {
        description:
          'The revision that a case has now. Only with `conflict`, and only if the case was changed since the revision that the call names',
        type: 'integer',
      },
    },
  }
}
