import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { ROUTES, type RouteDef } from '../../../src-shared/contract/routes.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HostPolicy } from './host-policy.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { liveProvenance, provenanceHeaders } from '../http/answer.ts'
import { logEntry, type RequestLog, type FinishedRequest } from '../http/request-log.ts'
import { sendFailure } from '../http/send-answer.ts'

/** Checks and headers of every request, known path or not: id, security headers, Host, Origin, preflight and the log. */

export const REQUEST_ID = 'x-request-id'
const EXPOSED_HEADERS = 'X-Request-Id, X-Data-As-Of, X-Data-Source, X-Data-Unknown, X-Data-Coverage, ETag, Retry-After, Location, Link, Deprecation'
const ALLOWED_HEADERS = 'X-API-Key, Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name'
const ALLOWED_METHODS = [...new Set(['HEAD', ...Object.values(ROUTES).map(({ method }) => method)])].join(', ')
const PREFLIGHT_SECONDS = '600'

/** Methods that reach a route, if only to learn which ones its path supports. Fastify has no routes for others, or answers them itself. */
export const ANSWERED_METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const ANSWERED: ReadonlySet<string> = new Set(ANSWERED_METHODS)

/** Answers are data: browsers may not run, frame or sniff them. Pages add more headers (page-headers.ts). */
const SECURITY_HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
] as const

/** Why a request is refused by its Host or Origin. Undefined when it may pass. */
function hostRefusal(hosts: HostPolicy, { host, origin }: IncomingHttpHeaders): AppError | undefined {
  if (!hosts.allowsHost(host)) return new AppError('forbidden_host', { facts: { host } })
  return hosts.allowsOrigin(origin, host) ? undefined : new AppError('forbidden_origin', { facts: { origin } })
}

export interface NoteOptions {
  readonly requestLog: RequestLog
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Records a finished request, with its route's path as the router knows it. */
type Note = (seen: FinishedRequest, path: string) => void

/** Records finished requests in the request log, the metrics and the log of the service. */
export function createNote({ requestLog, metrics, logger }: NoteOptions): Note {
  return (seen, path) => {
    requestLog.add(seen)
    metrics.request(path, seen.status, seen.ms / 1000)
    if (!logger.isLevelEnabled('info')) return
    // Fields named `key` are redacted in logs. The name of the key is not secret.
    const { key: caller, ...shown } = logEntry(seen)
    logger.info({ request: { ...shown, caller } }, 'request')
  }
}

export interface GuardOptions {
  readonly hosts: HostPolicy
  readonly logger: Logger
  readonly clock: Clock
  readonly note: Note
  /** How long the rest of a body may take if the request was answered before the body was complete. */
  readonly bodyMs: number
}

export function addGuard(app: FastifyInstance, { hosts, logger, clock, note, bodyMs }: GuardOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const begun = performance.now()
    // Not an `onResponse` hook, for which fastify adds and removes two listeners of each answer.
    reply.raw.on('finish', () => {
      closeUnlessSent(request.raw, bodyMs)
      const ms = performance.now() - begun
      const { id, method, url } = request
      const seen = { id, at: clock.now() - ms, method, url, status: reply.statusCode, ms, key: request.caller?.name ?? null }
      note(seen, request.routeOptions.url ?? 'unknown')
    })
    reply.header(REQUEST_ID, request.id)
    for (const [name, value] of SECURITY_HEADERS) reply.header(name, value)
    const refusal = hostRefusal(hosts, request.headers)
    if (refusal !== undefined) return done(refusal)
    if (!ANSWERED.has(request.method)) {
      reply.header('allow', ALLOWED_METHODS)
      return done(new AppError('method_not_allowed', { message: `No path supports ${request.method}.` }))
    }
    const { origin } = request.headers
    if (origin !== undefined) shareWith(reply, origin)
    if (isPreflight(request)) return void allowPreflight(reply)
    const withoutSlash = trailingSlashTarget(request.url)
    if (withoutSlash !== null) return void reply.headers(provenanceHeaders(liveProvenance(clock))).redirect(withoutSlash, PERMANENT)
    done()
  })

  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error, { logger, clock }))
}

/** 308 keeps method and body. */
const PERMANENT = 308
/** The first path segments of the API. Other paths may name a host, as in `//example.com/`. */
const AREAS: ReadonlySet<string> = new Set(
  (Object.values(ROUTES) as RouteDef[]).flatMap(({ path, alias }) => [path, alias ?? path].map((each) => each.split('/')[1] ?? '')),
)

/** The path of an API call without its trailing slash; null for every other path. */
function trailingSlashTarget(url: string): string | null {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (path.length < 2 || !path.endsWith('/') || !AREAS.has(path.split('/', 2)[1] ?? '')) return null
  // A pattern for slashes at the end would take quadratic time on a hostile path.
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end) + (query === -1 ? '' : url.slice(query))
}

/** An answer may come before the end of the body. A client that never sends the rest would keep its connection. */
function closeUnlessSent(request: IncomingMessage, ms: number): void {
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), ms).unref()
  const stop = (): void => clearTimeout(timer)
  request.once('end', stop).once('close', stop)
  request.resume()
}

function shareWith(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  })
}

const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined

function allowPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send()
}
