import {
  ROUTES,
  type RouteAnswer,
  type RouteBody,
  type RouteDef,
  type RouteId,
  type RouteParams,
  type RouteQuery,
} from '../../src-shared/contract/routes.ts'
import { ApiError, toApiError } from './api-error.ts'
import { fastParse } from './fast-parse.ts'
import type { Session } from './session.ts'

/** A parsed response with the facts from its headers. */
export interface Answer<T> {
  readonly value: T
  /** Unix seconds of the state described; null when the header is missing. */
  readonly asOf: number | null
  readonly source: 'live' | 'snapshot' | 'import' | null
}

type RequiredPart<K extends string, T> = T extends undefined ? Record<never, never> : { readonly [P in K]: T }
type OptionalQuery<T> = T extends undefined ? Record<never, never> : { readonly query?: T }
export type CallInput<Id extends RouteId> = RequiredPart<'params', RouteParams<Id>> &
  OptionalQuery<RouteQuery<Id>> &
  RequiredPart<'body', RouteBody<Id>>

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface Client {
  readonly session: Session
  /** Calls a route of the contract and parses its answer. Throws ApiError. */
  call<Id extends RouteId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<Answer<RouteAnswer<Id>>>
}

export function createClient(session: Session, send: typeof fetch = (...args) => fetch(...args)): Client {
  return {
    session,
    async call(id, input, options = {}) {
      const route: RouteDef = ROUTES[id]
      const response = await request(send, session, route, input, options)
      const body = await readBody(response)
      if (!response.ok) throw toApiError(response.status, body, response.headers)
      const parsed = route.returns === null ? null : fastParse(route.returns, body)
      if (parsed?.success !== true) {
        throw new ApiError({
          code: 'bad_answer',
          status: response.status,
          sentence: `Unexpected response from ${routeName(route)}. The service and this page may have different versions.`,
          requestId: response.headers.get('X-Request-Id'),
        })
      }
      return { value: parsed.data as RouteAnswer<typeof id>, asOf: readAsOf(response.headers), source: readSource(response.headers) }
    },
  }
}

interface RequestInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

async function request(send: typeof fetch, session: Session, route: RouteDef, input: RequestInput, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (session.key !== '') headers['X-API-Key'] = session.key
  const init: RequestInit = { method: route.method, headers }
  if (options.signal !== undefined) init.signal = options.signal
  if (input.body instanceof Blob) {
    headers['Content-Type'] = 'application/octet-stream'
    init.body = input.body
  } else if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  try {
    return await send(session.origin + buildPath(route.path, input), init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError({
      code: 'unreachable',
      sentence: `No response from ${session.origin}. The service may have stopped.`,
      retryAfter: 2,
    })
  }
}

/** Fills `{parameters}` and appends the query; undefined values are left out. */
export function buildPath(template: string, input: RequestInput): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

function routeName(route: RouteDef): string {
  return `${route.method} ${route.path}`
}

function readAsOf(headers: Headers): number | null {
  const ms = Date.parse(headers.get('X-Data-As-Of') ?? '')
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

function readSource(headers: Headers): Answer<never>['source'] {
  const source = headers.get('X-Data-Source')
  return source === 'live' || source === 'snapshot' || source === 'import' ? source : null
}
