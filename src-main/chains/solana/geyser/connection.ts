import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js'
import type { GeyserEndpoint } from '../endpoints.ts'

/** A `geyser.Geyser/Subscribe` stream to one of several endpoints that comes back by itself, on the next of them where one fails. */
export interface GeyserConnection {
  send(request: Uint8Array): void
  /** Ends the stream at hand; another is made. */
  drop(): void
  /** The stream does what it was made for: the next fault is the first again. */
  proved(): void
  close(): void
}

export interface GeyserConnectionOptions {
  /** In order of preference. */
  readonly endpoints: readonly GeyserEndpoint[]
  readonly firstReconnectMs: number
  /** A stream was made to an endpoint; what is sent now is sent first. */
  onOpen(host: string): void
  onMessage(bytes: Uint8Array): void
  /**
   * @param reason the server's words, without anything secret; empty when it said nothing
   * @param refused the server answered, and did not like what was asked
   */
  onDown(reason: string, refused: boolean): void
}

const SUBSCRIBE = '/geyser.Geyser/Subscribe'
/** Blocks that pay the rewards of an epoch are long; a transaction takes a few kB. */
const MESSAGE_BYTES = 64 * 1024 * 1024
/** Servers ping every few seconds, and blocks come more often. */
const SILENCE_MS = 45_000
const KEEPALIVE_MS = 15_000
const LONGEST_RECONNECT_MS = 30_000
/** Beyond this many doublings every wait is the longest. */
const MOST_DOUBLINGS = 16
const TEXT_LENGTH = 200
/** Status codes that tell of the line, not of the request: OK, CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const LINE_CODES: ReadonlySet<number> = new Set([0, 1, 4, 14])

type Stream = ClientDuplexStream<Uint8Array, Uint8Array>

/** The client library is loaded with the first connection: a service without such an endpoint does not wait for it. */
export function openGeyserConnection(options: GeyserConnectionOptions): GeyserConnection {
  const { endpoints, firstReconnectMs } = options
  let stream: Stream | null = null
  let closed = false
  let failures = 0
  let again: NodeJS.Timeout | null = null

  async function connect(): Promise<void> {
    const endpoint = endpoints[failures % endpoints.length]
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
    // The status follows every error and decides what happens.
    made.on('error', () => undefined)
    made.on('status', ({ code, details }: StatusObject) => {
      clearTimeout(silence)
      client.close()
      if (stream !== made) return
      stream = null
      failures += 1
      options.onDown(silent ? 'it fell silent' : clean(details, token), !LINE_CODES.has(code))
      if (closed) return
      again = setTimeout(begin, Math.min(LONGEST_RECONNECT_MS, firstReconnectMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)))
      again.unref()
    })
    options.onOpen(host)
  }
  const begin = (): void => void connect()
  begin()

  return {
    send(request) {
      stream?.write(request)
    },
    drop() {
      stream?.cancel()
    },
    proved() {
      failures = 0
    },
    close() {
      closed = true
      if (again !== null) clearTimeout(again)
      stream?.cancel()
    },
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const asBytes = (bytes: Buffer): Uint8Array => bytes

/** A server's words for a person: no key, no control characters, not too long. */
function clean(text: string, token: string | null): string {
  const bare = token === null ? text : text.replaceAll(token, '…')
  return bare
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LENGTH)
}
