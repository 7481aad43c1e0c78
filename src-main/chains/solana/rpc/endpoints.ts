import { socketUrl } from '../../rpc/live-socket.ts'

/** Source URLs by protocol: JSON-RPC, WebSocket subscriptions, and Yellowstone streams over gRPC. */
export interface SolanaEndpoints {
  readonly rpc: readonly string[]
  readonly sockets: readonly string[]
  readonly streams: readonly GeyserEndpoint[]
}

/**
 * A Yellowstone endpoint: `grpc://host:port` without TLS, or `grpcs://host` with TLS. A key in `?x-token=KEY` or `grpcs://KEY@host` is
 * sent as the header `x-token`.
 */
export interface GeyserEndpoint {
  /** Host and port, the only part that appears in messages. */
  readonly host: string
  readonly secure: boolean
  readonly token: string | null
}

const DEFAULT_PORT = { secure: '443', plain: '10000' } as const

export function readEndpoints(urls: readonly string[]): SolanaEndpoints {
  const rpc = urls.filter((url) => /^https?:/i.test(url))
  return {
    rpc,
    sockets: urls.filter((url) => /^(https?|wss?):/i.test(url)).map(socketUrl),
    streams: urls.filter((url) => /^grpcs?:/i.test(url)).map(readGeyserEndpoint),
  }
}

function readGeyserEndpoint(text: string): GeyserEndpoint {
  const url = new URL(text)
  const secure = url.protocol === 'grpcs:'
  const port = url.port === '' ? (secure ? DEFAULT_PORT.secure : DEFAULT_PORT.plain) : url.port
  const named = url.password === '' ? url.username : url.password
  const token = url.searchParams.get('x-token') ?? decodeURIComponent(named)
  return { host: `${url.hostname}:${port}`, secure, token: token === '' ? null : token }
}
