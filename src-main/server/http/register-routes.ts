import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { ROUTES, type RouteDef, type RouteId } from '../../../src-shared/contract/routes.ts'
import { AppError } from '../../lib/app-error.ts'
import { asError } from '../../lib/as-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answer-cache.ts'
import { admit, type Admission } from '../auth/admit.ts'
import { keyOfHandshake, keyOfHeaders, type Caller } from '../auth/caller.ts'
import { ANSWERED_METHODS } from '../guard/guard.ts'
import { requireCase } from '../handlers/shared/case-of-request.ts'
import { parseCall, type Call } from './parse-call.ts'
import type { Handler, ServerContext } from '../context.ts'
import * as handlers from '../handlers/index.ts'
import { sendAnswer } from './send-answer.ts'

/**
 * The pipeline, declared once from the route table: match → host and origin (guard.ts) → key → permission → limit of
 * concurrent calls → parse → handle → send.
 */

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** A new route fails to compile until its handler exists. */
const HANDLERS: { readonly [Id in RouteId]: Handler<Id> } = handlers

export interface HttpOptions extends Admission {
  readonly answers: AnswerCache
  /** Whether open routes also need a key, for example if the service listens beyond this machine. */
  readonly keyForAll: boolean
}

/** Open even if the service listens beyond this machine: health for monitors without a key, and openSession because its code replaces the key. */
const ALWAYS_OPEN: ReadonlySet<RouteId> = new Set(['health', 'openSession'])

/** Browsers cannot set headers on an `EventSource`. */
const KEY_IN_URL: ReadonlySet<RouteId> = new Set(['stream'])

/** `/x/{y}` of the contract as a path of the router. */
const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const pathsOf = ({ path, alias }: RouteDef): string[] => (alias === undefined ? [path] : [path, alias])

export function registerRoutes(app: FastifyInstance, context: ServerContext, options: HttpOptions): void {
  for (const id of Object.keys(ROUTES) as RouteId[]) registerRoute(app, id, context, options)
  refuseOtherMethods(app)
}

function registerRoute(app: FastifyInstance, id: RouteId, context: ServerContext, options: HttpOptions): void {
  const route: RouteDef = ROUTES[id]
  const { calls, answers } = options
  const needsKey = route.access !== 'open' || (options.keyForAll && !ALWAYS_OPEN.has(id))
  for (const path of pathsOf(route))
    app.route({
      method: route.method,
      url: routerPath(path),
      onRequest: (request, _reply, done) => {
        if (!needsKey) return done()
        const key = KEY_IN_URL.has(id)
          ? keyOfHandshake(request.raw, new URLSearchParams(request.query as Record<string, string>))
          : keyOfHeaders(request.headers)
        admit(request, key, route.access, options, done)
      },
      // Fastify would wait for a returned promise or reply with listeners on the stream, which takes longer than the answer itself.
      handler: (request, reply) => {
        void respond(request, reply)
      },
    })

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isCounted = request.caller !== null
    if (isCounted) calls.begin()
    try {
      const handled = handle(id, context, request, reply)
      const answer = handled instanceof Promise ? await handled : handled
      if (route.deprecatedBy !== undefined) nameSuccessor(route.deprecatedBy, request, reply)
      reply.code(route.success ?? 200)
      const isSending = sendAnswer(request, reply, answer, answers)
      if (isSending !== undefined) await isSending
    } catch (error) {
      reply.send(asError(error))
    } finally {
      if (isCounted) calls.end()
    }
  }
}

async function answerOnCase<Id extends RouteId>(id: Id, call: Call<Id>, context: ServerContext): Promise<Answer> {
  const { onCase }: RouteDef = ROUTES[id]
  const { params, query, caller } = call as { params?: { id: string }; query?: { case?: string }; caller: Caller | null }
  if (onCase !== undefined && params !== undefined) await requireCase(context, caller, params.id, onCase)
  if (query?.case !== undefined) await requireCase(context, caller, query.case, 'read')
  return HANDLERS[id](call, context)
}

/** Whether a call names a case. */
const isOnCase = <Id extends RouteId>(id: Id, { query }: Call<Id>): boolean =>
  (ROUTES[id] as RouteDef).onCase !== undefined || (query as { case?: string } | undefined)?.case !== undefined

function handle<Id extends RouteId>(id: Id, context: ServerContext, request: FastifyRequest, reply: FastifyReply): Awaitable<Answer> {
  const answer = (parsed: Call<Id>): Awaitable<Answer> => (isOnCase(id, parsed) ? answerOnCase(id, parsed, context) : HANDLERS[id](parsed, context))
  const call = parseCall(id, {
    params: request.params,
    query: request.query,
    request: request.raw,
    caller: request.caller,
    bodyMs: context.limits.bodyMs,
    left: () => leftSignal(reply),
  })
  if (call instanceof Promise) return call.then(answer)
  const renewedBy = call.token === null ? null : context.runningReads.pathOf(call.token)
  if (renewedBy !== null) reply.header('location', renewedBy)
  return answer(call)
}

function nameSuccessor(deprecatedBy: string, request: FastifyRequest, reply: FastifyReply): void {
  const successor = deprecatedBy.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((request.params as Record<string, unknown>)[name])),
  )
  reply.header('deprecation', 'true').header('link', `<${successor}>; rel="successor-version"`)
}

function leftSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // The client may have left while its key was looked up, or while the body was read.
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}

/** Answers 405 with the supported methods to every other method of a known path. */
function refuseOtherMethods(app: FastifyInstance): void {
  const all = (Object.values(ROUTES) as RouteDef[]).flatMap((route) => pathsOf(route).map((path) => ({ path, method: route.method })))
  for (const [path, routes] of Map.groupBy(all, (route) => route.path)) {
    const taken: readonly HTTPMethods[] = routes.flatMap((route): HTTPMethods[] => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
    app.route({
      method: ANSWERED_METHODS.filter((method) => !taken.includes(method)),
      url: routerPath(path),
      handler: (_request, reply) => {
        reply.header('allow', taken.join(', '))
        throw new AppError('method_not_allowed', { message: `This path supports ${taken.join(', ')} only.` })
      },
    })
  }
}
