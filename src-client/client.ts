import type { CallAnswer, CallBody, CallId, CallParams, CallQuery } from './api.ts'
import { ApiError, toApiError } from './api-error.ts'

/** Origin and API key of the service. `key` is empty when none was given. */
export interface Session {
  readonly origin: string
  readonly key: string
}

/** A response with the facts from its headers. */
export interface Answer<T> {
  readonly value: T
  /** Unix seconds of the state described; null when the header is missing. */
  readonly asOf: number | null
  readonly source: 'live' | 'snapshot' | 'import' | null
  /** Fields of the value that are unknown, whatever number they have. */
  readonly unknown: readonly string[]
  /** What the facts cover; null if they are complete. */
  readonly coverage: string | null
}

type RequiredPart<K extends string, T> = T extends undefined ? Record<never, never> : { readonly [P in K]: T }
type OptionalQuery<T> = T extends undefined ? Record<never, never> : { readonly query?: T }
export type CallInput<Id extends CallId> = RequiredPart<'params', CallParams<Id>> & OptionalQuery<CallQuery<Id>> & RequiredPart<'body', CallBody<Id>>

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface Client {
  readonly session: Session
  /** Calls a route of the contract. Throws ApiError. */
  call<Id extends CallId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<Answer<CallAnswer<Id>>>
}

export interface RoutePath {
  readonly method: string
  /** With `{parameters}`. */
  readonly path: string
}
export type RoutePaths = Readonly<Record<CallId, RoutePath>>

export interface ClientOptions {
  readonly session: Session
  readonly routes: RoutePaths
  /** Default: the global fetch. */
  readonly fetch?: typeof fetch
  /** Checks an answer and returns it, or a promise of it; undefined if it does not match. Default: answers are returned unchecked. */
  readonly parseAnswer?: (id: CallId, body: unknown) => unknown
}

export function createClient({
  session,
  routes,
  fetch: send = (...args) => fetch(...args),
  parseAnswer = (_id, body) => body,
}: ClientOptions): Client {
  return {
    session,
    async call<Id extends CallId>(id: Id, input: CallInput<Id>, options: CallOptions = {}) {
      const route = routes[id]
      const response = await request(send, session, route, input, options)
      const body = await readBody(response)
      if (!response.ok) throw toApiError(response.status, body, response.headers)
      const value = body === undefined ? undefined : await parseAnswer(id, body)
      if (value === undefined) throw badAnswer(route, response)
      return { value: value as CallAnswer<Id>, ...readProvenance(response.headers) }
    },
  }
}

interface RequestInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

async function request(send: typeof fetch, session: Session, route: RoutePath, input: RequestInput, options: CallOptions): Promise<Response> {
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

/** The parsed body; undefined if it is not JSON. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function badAnswer(route: RoutePath, response: Response): ApiError {
  return new ApiError({
    code: 'bad_answer',
    status: response.status,
    sentence: `Unexpected response from ${route.method} ${route.path}. The service and this client may have different versions.`,
    requestId: response.headers.get('X-Request-Id'),
  })
}

function readProvenance(headers: Headers): Omit<Answer<never>, 'value'> {
  const ms = Date.parse(headers.get('X-Data-As-Of') ?? '')
  const source = headers.get('X-Data-Source')
  return {
    asOf: Number.isNaN(ms) ? null : Math.floor(ms / 1000),
    source: source === 'live' || source === 'snapshot' || source === 'import' ? source : null,
    unknown: headers.get('X-Data-Unknown')?.split(', ') ?? [],
    coverage: headers.get('X-Data-Coverage'),
  }
}
