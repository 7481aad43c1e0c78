import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { HostPolicy } from './hosts.ts'
import type { Metrics } from './metrics/metrics.ts'
import { logEntry, type RequestLog, type SeenRequest } from './request-log.ts'
import { sendFailure } from './respond.ts'

/** What holds for every request, known path or not: id and security headers, Host, Origin and preflight, the log. */

const EXPOSED_HEADERS = 'X-Request-Id, X-Data-As-Of, X-Data-Source, ETag, Retry-After, Location, Link, Deprecation'
const ALLOWED_HEADERS = 'X-API-Key, Content-Type, If-None-Match'
const ALLOWED_METHODS = 'GET, HEAD, POST, DELETE'
const PREFLIGHT_SECONDS = '600'

/** Answers are data: nothing in them may run, be framed, or be taken for another type. Pages bring more (page-headers.ts). */
const SECURITY_HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
] as const

export interface BorderOptions {
  readonly hosts: HostPolicy
  readonly requestLog: RequestLog
  readonly metrics: Metrics
  readonly logger: Logger
  readonly clock: Clock
}

export function guardBorder(app: FastifyInstance, { hosts, requestLog, metrics, logger, clock }: BorderOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of SECURITY_HEADERS) reply.header(name, value)
    const { host, origin } = request.headers
    if (!hosts.allowsHost(host)) return done(new AppError('forbidden_host', { facts: { host } }))
    if (!hosts.allowsOrigin(origin, host)) return done(new AppError('forbidden_origin', { facts: { origin } }))
    if (origin !== undefined) shareWith(reply, origin)
    if (isPreflight(request)) return void allowPreflight(reply)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime } = reply
    const seen: SeenRequest = {
      id: request.id,
      at: clock.now() - elapsedTime,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: elapsedTime,
      key: request.caller?.name ?? null,
    }
    requestLog.add(seen)
    metrics.request(request.routeOptions.url ?? 'unknown', reply.statusCode, elapsedTime / 1000)
    // Fields named `key` are cut out of logs; the key's name is no secret.
    if (logger.isLevelEnabled('info')) {
      const { key: caller, ...shown } = logEntry(seen)
      logger.info({ request: { ...shown, caller } }, 'request')
    }
    done()
  })

  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error, logger))
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
