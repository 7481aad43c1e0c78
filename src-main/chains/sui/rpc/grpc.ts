import type { SuiGrpcClient } from '@mysten/sui/grpc'
import { AppError } from '../../../lib/app-error.ts'
import { openTokenBucket } from '../../rpc/token-bucket.ts'
import type { SuiEndpoint } from './endpoint.ts'
import { callFirst, retryCall, type RetryLimits } from './failover.ts'
import { isNotFound, toFault } from './grpc-faults.ts'
import { withSilenceTimeout } from './silence-timeout.ts'

/** All gRPC endpoints behind one client: calls go to the preferred one first, and to the others where it fails. */
export interface GrpcClient {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  /** @throws NodeFault when no endpoint answers */
  unary<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T>
  /** As `unary`, with null for what the node does not have. */
  unaryOrNull<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T | null>
  /** Frames of one stream of one endpoint. Another endpoint is tried only before the first frame. @throws NodeFault when the stream breaks */
  stream<T>(method: string, call: StreamCall<T>, signal: AbortSignal): AsyncGenerator<T>
  close(): void
}

type CallOptions = { readonly abort: AbortSignal; readonly timeout?: number }
export type UnaryCall<T> = (client: SuiGrpcClient, options: CallOptions) => PromiseLike<{ readonly response: T }>
export type StreamCall<T> = (client: SuiGrpcClient, options: CallOptions) => { readonly responses: AsyncIterable<T> }

interface GrpcLimits extends RetryLimits {
  readonly perSecond: number
  readonly timeoutMs: number
  /** A stream that is silent for this long is broken: servers report their progress even where nothing matches. */
  readonly silenceMs: number
  readonly answerBytes: number
}

const GRPC_LIMITS: GrpcLimits = {
  perSecond: 100,
  timeoutMs: 30_000,
  silenceMs: 60_000,
  answerBytes: 48 * 1024 * 1024,
  attempts: 4,
  firstDelayMs: 250,
}

/** The client library is loaded with the first call: a service that does not read Sui does not pay for it. */
async function connect(endpoint: SuiEndpoint, limits: GrpcLimits): Promise<{ client: SuiGrpcClient; close: () => void }> {
  const [{ SuiGrpcClient }, { GrpcTransport }, { ChannelCredentials }] = await Promise.all([
    import('@mysten/sui/grpc'),
    import('@protobuf-ts/grpc-transport'),
    import('@grpc/grpc-js'),
  ])
  const transport = new GrpcTransport({
    host: endpoint.host,
    channelCredentials: endpoint.secure ? ChannelCredentials.createSsl() : ChannelCredentials.createInsecure(),
    clientOptions: { 'grpc.max_receive_message_length': limits.answerBytes, 'grpc.max_reconnect_backoff_ms': 5_000 },
    meta: { ...endpoint.headers },
  })
  return {
    client: new SuiGrpcClient({ network: 'mainnet', transport }),
    close: () => {
      transport.close()
    },
  }
}

interface Connection {
  readonly endpoint: SuiEndpoint
  readonly bucket: ReturnType<typeof openTokenBucket>
  opened: ReturnType<typeof connect> | null
}

/** @param random 0 ≤ x < 1, for the jitter between attempts */
export function createGrpcClient(endpoints: readonly SuiEndpoint[], random: () => number, limits: GrpcLimits = GRPC_LIMITS): GrpcClient {
  const connections: Connection[] = endpoints.map((endpoint) => ({ endpoint, bucket: openTokenBucket(limits.perSecond), opened: null }))
  const none = new AppError('source_unavailable', { say: 'Reading Sui needs a gRPC endpoint; add one in the settings.' })

  async function takeClient(connection: Connection, signal: AbortSignal): Promise<SuiGrpcClient> {
    await connection.bucket.take(signal)
    connection.opened ??= connect(connection.endpoint, limits)
    return (await connection.opened).client
  }

  async function callOnce<T>(connection: Connection, method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T> {
    try {
      const { response } = await call(await takeClient(connection, signal), { abort: signal, timeout: limits.timeoutMs })
      connection.bucket.answered()
      return response
    } catch (error) {
      signal.throwIfAborted()
      const fault = toFault(error, connection.endpoint, method)
      if (fault.kind === 'busy') connection.bucket.refused()
      throw fault
    }
  }

  function unary<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T> {
    return callFirst(connections, (connection) => retryCall(() => callOnce(connection, method, call, signal), limits, random, signal), none, signal)
  }

  async function* stream<T>(method: string, call: StreamCall<T>, signal: AbortSignal): AsyncGenerator<T> {
    let last: unknown = none
    for (const connection of connections) {
      let began = false
      try {
        const client = await takeClient(connection, signal)
        for await (const frame of withSilenceTimeout((abort) => call(client, { abort }).responses, limits.silenceMs, signal)) {
          began = true
          yield frame
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        const fault = toFault(error, connection.endpoint, method)
        if (fault.kind === 'busy') connection.bucket.refused()
        if (began) throw fault
        last = fault
      }
    }
    throw last
  }

  return {
    hosts: endpoints.map(({ host }) => host).join(', '),
    unary,
    stream,
    async unaryOrNull(method, call, signal) {
      try {
        return await unary(method, call, signal)
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    close() {
      for (const { opened } of connections) {
        opened?.then(
          ({ close }) => {
            close()
          },
          () => undefined,
        )
      }
    },
  }
}
