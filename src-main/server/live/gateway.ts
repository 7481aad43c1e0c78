import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { CLOSE_CODES } from '../../../src-shared/contract/errors.ts'
import { MAX_FRAME_BYTES } from '../../../src-shared/contract/streams.ts'
import { AppError } from '../../lib/app-error.ts'
import { identify, keyOfHandshake, mayCall, type Caller } from '../auth/caller.ts'
import type { HostPolicy } from '../guard/host-policy.ts'
import type { ApiKeys } from '../auth/api-keys.ts'
import { inputError } from '../http/input-error.ts'
import { sendRawError } from '../http/raw-error.ts'
import { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { PeerDeps } from './peer.ts'

/** Accepts WebSocket handshakes, and closes the sockets together. */

/** Time for peers to answer the close frame of a stopping service. Any other close has the 30 s of `ws`. */
const SHUTDOWN_GRACE_MS = 2_000
const PATHS: ReadonlySet<string> = new Set(['/', '/ws'])
/** A refused handshake names the versions that would be accepted (https://www.rfc-editor.org/rfc/rfc6455#section-4.4). */
const SPOKEN_VERSION = { 'sec-websocket-version': '13' }

export interface GatewayDeps extends PeerDeps {
  readonly hosts: HostPolicy
  readonly keys: ApiKeys
  readonly connections: Connections
}

export interface Gateway {
  /** Closes every connection, and resolves when all WebSockets are closed. */
  close(): Promise<void>
}

/**
 * Whether a request is a WebSocket handshake. Some clients, such as Java's, offer an upgrade to HTTP/2 with every request, which is answered
 * over HTTP/1.1.
 */
export const isHandshake = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

export function openGateway(http: HttpServer, deps: GatewayDeps): Gateway {
  const { hosts, keys, connections, logger, clock } = deps
  const sendError = (socket: Duplex, failure: AppError): void => sendRawError(socket, failure, clock)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
    // The service speaks no subprotocol, and may select only one that it speaks (https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2).
    handleProtocols: () => false,
  })

  sockets.on('wsClientError', (error, socket) => {
    const failure = inputError(['header'], `This is not a WebSocket handshake: ${error.message}.`, 'handshake')
    sendRawError(socket, failure, clock, SPOKEN_VERSION)
  })

  const admit = (ws: WebSocket, socket: Duplex, caller: Caller | null): void => {
    ws.once('error', (error) => logger.debug({ err: error }, 'socket error'))
    if (caller === null) return ws.close(CLOSE_CODES.unauthorized, 'the key is missing or unknown')
    if (!mayCall(caller, 'read')) return ws.close(CLOSE_CODES.unauthorized, 'the key lacks the read permission')
    const connection = new Connection(ws, socket, caller, deps)
    if (connections.isClosing) return connection.shutDown()
    if (connections.isFull) return connection.refuse()
    ws.once('close', connections.add(connection))
  }

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error) => logger.debug({ err: error }, 'socket error'))
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const { host, origin } = request.headers
    if (!hosts.allowsHost(host)) return sendError(socket, new AppError('forbidden_host'))
    if (!hosts.allowsOrigin(origin, host)) return sendError(socket, new AppError('forbidden_origin'))
    if (!PATHS.has(path)) return sendError(socket, new AppError('not_found'))
    identify(
      keys,
      socket,
      keyOfHandshake(request, new URLSearchParams(query)),
      (caller) => {
        sockets.handleUpgrade(request, socket, head, (ws) => admit(ws, socket, caller))
      },
      (error) => {
        if (!(error instanceof AppError)) logger.error({ err: error }, 'a key could not be looked up')
        sendError(socket, error instanceof AppError ? error : new AppError('internal'))
      },
    )
  })

  return {
    async close() {
      const gone = Promise.all([...sockets.clients].map((ws) => new Promise((resolve) => ws.once('close', resolve))))
      connections.close()
      const cut = setTimeout(() => sockets.clients.forEach((ws) => ws.terminate()), SHUTDOWN_GRACE_MS)
      await gone
      clearTimeout(cut)
      sockets.close()
    },
  }
}
