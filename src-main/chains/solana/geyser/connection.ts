import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js'
import { Backoff } from '../../../lib/backoff.ts'
import { safeText } from '../../rpc/node-fault.ts'
import type { GeyserEndpoint } from '../rpc/endpoints.ts'

/** A `geyser.Geyser/Subscribe` stream that reconnects, and fails over to the next endpoint. */
export interface GeyserConnection {
  send(request: Uint8Array): void
  /** Ends the current stream and reconnects. */
  drop(): void
  /** Resets the backoff. Call once the stream works. */
  proved(): void
  close(): void
}

export interface GeyserConnectionOptions {
  /** In order of preference. */
  readonly endpoints: readonly GeyserEndpoint[]
  readonly firstReconnectMs: number
  /** Called with each new stream, before anything else is sent. */
  onOpen(host: string): void
  onMessage(bytes: Uint8Array): void
  /**
   * @param reason the server's message without secrets; may be empty
   * @param refused whether the server rejected the request, rather than the connection failing
   */
  onDown(reason: string, refused: boolean): void
}

const SUBSCRIBE = '/geyser.Geyser/Subscribe'
/** A transaction takes a few kB, but blocks with epoch rewards are large. */
const MESSAGE_BYTES = 64 * 1024 * 1024
/** Servers ping every few seconds, and blocks arrive even more often. */
const SILENCE_MS = 45_000
const KEEPALIVE_MS = 15_000
const MAX_RECONNECT_MS = 30_000
/** gRPC status codes of the connection, not of the request: OK, CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const CONNECTION_CODES: ReadonlySet<number> = new Set([0, 1, 4, 14])

type Stream = ClientDuplexStream<Uint8Array, Uint8Array>

/** The gRPC library is imported with the first connection, so a service without a stream does not load it. */
export function openGeyserConnection(options: GeyserConnectionOptions): GeyserConnection {
  const { endpoints, firstReconnectMs } = options
  let stream: Stream | null = null
  let closed = false
  const backoff = new Backoff({ firstMs: firstReconnectMs, longestMs: MAX_RECONNECT_MS })
  let reconnect: NodeJS.Timeout | null = null

  async function connect(): Promise<void> {
    const endpoint = endpoints[backoff.failures % endpoints.length]
    const grpc = await import('@grpc/grpc-js')
    if (closed || endpoint === undefined) return
    const { host, secure, token } = endpoint
    const client = new grpc.Client(host, secure ? grpc.credentials.createSsl() : grpc.credentials.createInsecure(), {
      'grpc.max_receive_message_length': MESSAGE_BYTES,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc.enable_retries': 0,
    })
    const metadata = new grpc.Metadata()
    if (token !== null) metadata.set('x-token', token)
    const made = client.makeBidiStreamRequest(SUBSCRIBE, asBuffer, asBytes, metadata)
    stream = made
    let silent = false
    const silence = setTimeout(() => {
      silent = true
      made.cancel()
    }, SILENCE_MS)
    made.on('data', (bytes: Uint8Array) => {
      silence.refresh()
      if (stream === made) options.onMessage(bytes)
    })
    // A status follows every error and is handled below.
    made.on('error', () => undefined)
    made.on('status', ({ code, details }: StatusObject) => {
      clearTimeout(silence)
      client.close()
      if (stream !== made) return
      stream = null
      const waitMs = backoff.nextMs()
      options.onDown(silent ? 'it stopped sending' : safeText(details, token === null ? [] : [token]), !CONNECTION_CODES.has(code))
      reconnect = setTimeout(begin, waitMs)
      reconnect.unref()
    })
    options.onOpen(host)
  }
  const begin = (): void => {
    // The library cannot load while no file descriptor is free.
    connect().catch((error: unknown) => {
      if (closed) return
      options.onDown(error instanceof Error ? error.message : String(error), false)
      reconnect = setTimeout(begin, backoff.nextMs())
      reconnect.unref()
    })
  }
  begin()

  return {
    send(request) {
      stream?.write(request)
    },
    drop() {
      stream?.cancel()
    },
    proved() {
      backoff.reset()
    },
    close() {
      closed = true
      if (reconnect !== null) clearTimeout(reconnect)
      const ending = stream
      stream = null
      ending?.cancel()
    },
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const asBytes = (bytes: Buffer): Uint8Array => bytes
