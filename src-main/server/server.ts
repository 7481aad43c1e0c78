import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { AnswerCache } from './http/answer-cache.ts'
import { CallLimit } from './http/call-limit.ts'
import { createNote, addGuard, REQUEST_ID } from './guard/guard.ts'
import { answerClientError } from './http/client-error.ts'
import { heedExpectations } from './http/expectations.ts'
import type { ServerContext } from './context.ts'
import type { ServerDeps } from './deps.ts'
import { createFirstRead } from './handlers/shared/first-read.ts'
import { RunningReads } from './handlers/shared/running-reads.ts'
import { createHostPolicy } from './guard/host-policy.ts'
import { registerRoutes } from './http/register-routes.ts'
import { ApiKeys } from './auth/api-keys.ts'
import { Quotas } from './auth/quotas.ts'
import { PageCodes } from './auth/page-codes.ts'
import { DEFAULT_DEPTH, DEFAULT_LIMITS } from './limits.ts'
import { listen } from './listen.ts'
import { Connections } from './live/connections.ts'
import { openEventStream } from './live/event-stream.ts'
import { isHandshake, openGateway } from './live/gateway.ts'
import { Hub } from './live/hub.ts'
import { Traffic } from './live/traffic.ts'
import { registerMcp } from './mcp/mcp-route.ts'
import { Metrics } from './metrics/metrics.ts'
import { registerPage } from './page/page.ts'
import { Replays } from './replay/replays.ts'
import { RequestLog } from './http/request-log.ts'
import { sendFailure } from './http/send-answer.ts'
import { SnapshotCache } from './handlers/shared/snapshot-cache.ts'

export type { ServerDeps } from './deps.ts'

export interface Server {
  /** `http://127.0.0.1:4690` */
  readonly origin: string
  readonly wsUrl: string
  readonly port: number
  /** Sends events of other parts of the app to the subscribers. */
  readonly publish: Publisher
  readonly replays: Replays
  /** A link that opens the page with its key, once and within a minute. */
  pageLink(path: string): string
  /** Subscriptions of all connections together. */
  subscriptions(): number
  /** Refuses new requests, closes the sockets, lets pending answers finish, and stops within 5 seconds. */
  close(): Promise<void>
}

/** The sources of published events: stored trades, records, scans and jobs. */
export type Publisher = Pick<Hub, 'trades' | 'publishRecords' | 'publishScan' | 'publishJob'>

/** The longest path is a labels call with a hundred Sui coin types. */
const MAX_PATH_BYTES = 64 * 1024
/** How often connections are checked for pending answers while the server closes. */
const IDLE_CHECK_MS = 50

/** The contract's schemas check parameters and bodies, so fastify's compilers must not be used. */
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('routes are checked by the contract, not by schemas of fastify')
}

/**
 * Starts REST and WebSocket on one port.
 *
 * @throws UserFault when the port is not available
 */
export async function createServer(untimed: ServerDeps): Promise<Server> {
  const { logger, clock } = untimed
  const limits = { ...DEFAULT_LIMITS, ...untimed.limits }
  const traffic = new Traffic()
  const metrics = new Metrics(traffic)
  const deps: ServerDeps = { ...untimed, store: metrics.timedStore(untimed.store), engine: metrics.timedEngine(untimed.engine) }
  const stopping = new AbortController()
  let bound = { port: deps.port, address: '' }

  const hosts = createHostPolicy({
    host: deps.host,
    port: () => bound.port,
    allowedHosts: deps.allowedHosts ?? [],
    allowedOrigins: deps.allowedOrigins,
  })
  const keys = new ApiKeys(deps.store, clock, logger, limits.guessPauseMs)
  await keys.load()
  const quotas = new Quotas(deps)
  const pageCodes = new PageCodes()
  const requestLog = new RequestLog()
  const hub = new Hub({ ...deps, traffic })
  const connections = new Connections(limits, keys)
  const replays = new Replays({ store: deps.store, engine: deps.engine, hub, logger })
  const depth = deps.depth ?? DEFAULT_DEPTH
  const runningReads = new RunningReads(deps.bus)
  const context: ServerContext = {
    ...deps,
    depth,
    keys,
    requestLog,
    metrics,
    replays,
    startedAt: clock.now(),
    snapshots: new SnapshotCache(deps.store.read),
    address: () => bound.address,
    firstRead: createFirstRead({
      jobs: deps.jobs,
      bus: deps.bus,
      store: deps.store,
      clock,
      depth,
      waitMs: limits.firstReadWaitMs,
      stopping: stopping.signal,
    }),
    runningReads,
    limits,
    pageCodes,
    live: () => ({ connections: connections.count, subscriptions: hub.subscriptions }),
    listeners: () => connections.list(),
    openEventStream: (wanted, caller, left) =>
      openEventStream(wanted, { caller, left, connections, deps: { ...deps, hub, traffic, limits, quotas } }),
  }

  const app: FastifyInstance = Fastify({
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PATH_BYTES },
    requestTimeout: limits.requestMs,
    http: {
      maxHeaderSize: MAX_PATH_BYTES,
      // The guard refuses a call without a Host header, with an error of the contract.
      requireHostHeader: false,
      shouldUpgradeCallback: isHandshake,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.slowCheckMs,
    },
    return503OnClosing: false,
    schemaController: { compilersFactory: NO_SCHEMAS },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendFailure(request, reply.header(REQUEST_ID, request.id), error, { logger, clock }),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, clock),
  })
  heedExpectations(app.server)
  app.decorateRequest('caller', null)
  // The pipeline reads bodies itself, because each route has its own limit and content types.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const note = createNote({ requestLog, metrics, logger })
  addGuard(app, { hosts, logger, clock, note, bodyMs: limits.bodyMs })
  const calls = new CallLimit(limits.callsAtOnce)
  registerRoutes(app, context, { answers: new AnswerCache(), keys, calls, quotas, keyForAll: hosts.open })
  const closeMcp = registerMcp(app, context, { keys, calls, quotas })
  const gateway = openGateway(app.server, { ...deps, hub, traffic, hosts, keys, limits, quotas, connections })
  const states = deps.bus.subscribe('follow', (subject, state) => metrics.follows(subject, state))
  const settings = deps.bus.subscribe('settings', (_service, { changed }) => {
    if (changed === 'keys') keys.reload().catch((error: unknown) => logger.error({ err: error }, 'the keys could not be read again'))
  })

  const close = async (): Promise<void> => {
    stopping.abort()
    const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeWithinMs)
    // A connection stays open after an answer that was pending, for the client's next request.
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    states.stop()
    settings.stop()
    runningReads.close()
    await replays.close()
    try {
      await Promise.all([gateway.close(), app.close()])
    } finally {
      clearTimeout(cut)
      clearInterval(idle)
      // Pending requests use its thread, and would start it again.
      await closeMcp()
    }
    await keys.flush()
  }

  try {
    await registerPage(app, { rendererDir: deps.rendererDir, keyForAll: hosts.open, keys })
    bound = await listen(app, deps.host, deps.port)
  } catch (error) {
    await close()
    throw error
  }
  return {
    origin: `http://${bound.address}`,
    wsUrl: `ws://${bound.address}/`,
    port: bound.port,
    pageLink: (path) => `http://${bound.address}${path}#code=${pageCodes.issue()}`,
    publish: hub,
    replays,
    subscriptions: () => hub.subscriptions,
    close,
  }
}
