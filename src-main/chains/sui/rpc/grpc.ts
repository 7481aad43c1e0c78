import type { SuiGrpcClient } from '@mysten/sui/grpc'
import { AppError } from '../../../lib/app-error.ts'
import { withDescriptor } from '../../../lib/descriptors.ts'
import type { NodeFault } from '../../rpc/node-fault.ts'
import { retryCall, type RetryLimits } from '../../rpc/endpoint.ts'
import { ownSignal } from '../../rpc/own-signal.ts'
import { openPacer, type EndpointWait, type Pacer } from '../../rpc/pacing/pacer.ts'
import type { PaceStore } from '../../rpc/pacing/saved-pace.ts'
import { identity, type SuiEndpoint } from './endpoint.ts'
import { callFirst } from './failover.ts'
import { isNotFound, toFault } from './grpc-faults.ts'
import { withSilenceTimeout } from './silence-timeout.ts'

/** All gRPC endpoints behind one client: calls go to the preferred one first, and to the others if it fails. */
export interface GrpcClient {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  /** The limits that callers currently wait for, one for each endpoint that has any. */
  waiting(): readonly EndpointWait[]
  /** Calls so far, including failed ones. */
  callsMade(): number
  /** @throws NodeFault when no endpoint answers */
  unary<S extends Service, M extends Method<S>>(service: S, method: M, input: Input<S, M>, signal: AbortSignal): Promise<Answer<S, M>>
  /** Like `unary`, but null if the node does not have the item. */
  unaryOrNull<S extends Service, M extends Method<S>>(service: S, method: M, input: Input<S, M>, signal: AbortSignal): Promise<Answer<S, M> | null>
  /** Frames of one stream from one endpoint. Another endpoint is tried only before the first frame. @throws NodeFault when the stream breaks */
  stream<S extends Service, M extends Method<S>>(service: S, method: M, input: Input<S, M>, signal: AbortSignal): AsyncGenerator<Frame<S, M>>
  close(): void
}

type Service = 'ledgerService' | 'stateService' | 'subscriptionService' | 'transactionExecutionService'
type Method<S extends Service> = keyof SuiGrpcClient[S] & string
type Input<S extends Service, M extends Method<S>> = SuiGrpcClient[S][M] extends (input: infer I, options?: never) => unknown ? I : never
type Call<S extends Service, M extends Method<S>> = SuiGrpcClient[S][M] extends (...args: never) => infer C ? C : never
type Answer<S extends Service, M extends Method<S>> = Call<S, M> extends PromiseLike<{ response: infer A }> ? A : never
type Frame<S extends Service, M extends Method<S>> = Call<S, M> extends { responses: AsyncIterable<infer F> } ? F : never

type CallOptions = { readonly abort: AbortSignal; readonly timeout?: number }
/** A call that was started: a list or subscription has frames, any other an answer. */
type Started<T> = PromiseLike<{ readonly response: T }> & { readonly responses: AsyncIterable<T> }
type Start<T> = (client: SuiGrpcClient, options: CallOptions) => Started<T>

const startOf =
  <T, M extends string>(service: Service, method: M, input: unknown): Start<T> =>
  (client, options) =>
    (client[service] as unknown as Readonly<Record<M, (input: unknown, options: CallOptions) => Started<T>>>)[method](input, options)

const MAX_IN_FLIGHT = 16
const TIMEOUT_MS = 30_000
/** A stream that is silent for this long is broken: servers report their progress even if nothing matches. */
const SILENCE_MS = 60_000
const MAX_ANSWER_BYTES = 48 * 1024 * 1024
const RETRIES: RetryLimits = { attempts: 4, firstDelayMs: 250 }

/** The client library is loaded with the first call: a service that does not read Sui does not pay for it. */
async function connect(endpoint: SuiEndpoint): Promise<{ client: SuiGrpcClient; close: () => void }> {
  const [{ SuiGrpcClient }, { GrpcTransport }, { ChannelCredentials }] = await Promise.all([
    import('@mysten/sui/grpc'),
    import('@protobuf-ts/grpc-transport'),
    import('@grpc/grpc-js'),
  ])
  const transport = new GrpcTransport({
    host: endpoint.host,
    channelCredentials: endpoint.secure ? ChannelCredentials.createSsl() : ChannelCredentials.createInsecure(),
    clientOptions: { 'grpc.max_receive_message_length': MAX_ANSWER_BYTES, 'grpc.max_reconnect_backoff_ms': 5_000 },
    meta: { ...endpoint.headers },
  })
  return {
    client: new SuiGrpcClient({ network: 'mainnet', transport }),
    close: () => transport.close(),
  }
}

interface Connection {
  readonly endpoint: SuiEndpoint
  readonly pacer: Pacer
  opened: ReturnType<typeof connect> | null
}

/** @param random 0 ≤ x < 1, for the jitter between attempts */
export function createGrpcClient(endpoints: readonly SuiEndpoint[], random: () => number, paces?: PaceStore): GrpcClient {
  const connections = endpoints.map((endpoint): Connection => {
    const control = (signal: AbortSignal): Promise<unknown> =>
      send(connection, 'getServiceInfo', startOf('ledgerService', 'getServiceInfo', {}), signal)
    const pacer = openPacer({ url: identity(endpoint), host: endpoint.host, inFlight: MAX_IN_FLIGHT, control, paces })
    const connection: Connection = { endpoint, pacer, opened: null }
    return connection
  })
  let callsMade = 0
  const none = new AppError('source_unavailable', { message: 'Reading Sui needs a gRPC endpoint; add one in the settings.' })

  async function clientOf(connection: Connection): Promise<SuiGrpcClient> {
    if (connection.opened === null) {
      connection.opened = connect(connection.endpoint)
      connection.opened.catch(() => {
        connection.opened = null
      })
    }
    return (await connection.opened).client
  }

  async function send<T>(connection: Connection, method: string, call: Start<T>, signal: AbortSignal): Promise<T> {
    callsMade += 1
    const own = ownSignal(signal)
    try {
      return await withDescriptor(async () => (await call(await clientOf(connection), { abort: own.signal, timeout: TIMEOUT_MS })).response, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw toFault(error, connection.endpoint, method)
    } finally {
      own.leave()
    }
  }

  function unary<T>(method: string, call: Start<T>, signal: AbortSignal): Promise<T> {
    const callOne = (connection: Connection, patienceMs?: number): Promise<T> =>
      retryCall(() => connection.pacer.call(method, signal, () => send(connection, method, call, signal), patienceMs), RETRIES, random, signal)
    return callFirst(connections, callOne, none, signal)
  }

  /** The frames of a stream from one endpoint. Waits for the first answer, which tells whether the endpoint is busy. */
  async function open<T>(connection: Connection, method: string, call: Start<T>, signal: AbortSignal): Promise<AsyncGenerator<T>> {
    const fault = (error: unknown): NodeFault => {
      signal.throwIfAborted()
      return toFault(error, connection.endpoint, method)
    }
    callsMade += 1
    const { frames, first } = await withDescriptor(async () => {
      const client = await clientOf(connection)
      const frames = withSilenceTimeout((abort) => call(client, { abort }).responses, SILENCE_MS, signal)
      return { frames, first: await frames.next() }
    }, signal).catch((error: unknown) => {
      throw fault(error)
    })
    return (async function* () {
      try {
        for (let next = first; next.done !== true; next = await frames.next()) yield next.value
      } catch (error) {
        throw fault(error)
      } finally {
        await frames.return(undefined)
      }
    })()
  }

  async function* stream<T>(method: string, call: Start<T>, signal: AbortSignal): AsyncGenerator<T> {
    const openOne = (connection: Connection, patienceMs?: number): Promise<AsyncGenerator<T>> =>
      connection.pacer.call(method, signal, () => open(connection, method, call, signal), patienceMs)
    yield* await callFirst(connections, openOne, none, signal)
  }

  return {
    hosts: endpoints.map(({ host }) => host).join(', '),
    waiting: () => connections.flatMap(({ pacer }) => pacer.waiting() ?? []),
    callsMade: () => callsMade,
    unary: (service, method, input, signal) => unary(method, startOf(service, method, input), signal),
    stream: (service, method, input, signal) => stream(method, startOf(service, method, input), signal),
    async unaryOrNull(service, method, input, signal) {
      try {
        return await unary(method, startOf(service, method, input), signal)
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    close() {
      for (const { opened } of connections) {
        opened?.then(
          ({ close }) => close(),
          () => undefined,
        )
      }
    },
  }
}
