import { setTimeout as delay } from 'node:timers/promises'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import { AppError } from '../../../lib/app-error.ts'
import { NodeFault, type FaultKind } from '../../node-fault.ts'
import { openTokenBucket } from '../../token-bucket.ts'
import type { SuiEndpoint } from './endpoint.ts'

/** All gRPC endpoints behind one set of calls: the preferred one first, the others where it fails. */
export interface GrpcClient {
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  /** @throws NodeFault when no endpoint answers; `missing` answers null for what the node does not have */
  unary<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T>
  orNull<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T | null>
  /** Frames of one stream of one endpoint; another endpoint is taken only before the first frame. @throws NodeFault when it breaks */
  frames<T>(method: string, call: StreamCall<T>, signal: AbortSignal): AsyncGenerator<T>
  close(): void
}

type CallOptions = { readonly abort: AbortSignal; readonly timeout?: number }
export type UnaryCall<T> = (client: SuiGrpcClient, options: CallOptions) => PromiseLike<{ readonly response: T }>
export type StreamCall<T> = (client: SuiGrpcClient, options: CallOptions) => { readonly responses: AsyncIterable<T> }

interface GrpcLimits {
  readonly perSecond: number
  readonly timeoutMs: number
  /** A stream that stays silent this long is broken: servers tell their progress even where nothing matches. */
  readonly silenceMs: number
  readonly answerBytes: number
  readonly attempts: number
  readonly firstDelayMs: number
}

const GRPC_LIMITS: GrpcLimits = {
  perSecond: 100,
  timeoutMs: 30_000,
  silenceMs: 60_000,
  answerBytes: 48 * 1024 * 1024,
  attempts: 4,
  firstDelayMs: 250,
}

const LONGEST_WAIT_MS = 60_000
const TEXT_LENGTH = 240

/** Status codes of gRPC as faults; `NOT_FOUND` is an answer, not a fault, where it is asked for. */
const KINDS: Readonly<Record<string, FaultKind>> = {
  UNAVAILABLE: 'unreachable',
  DEADLINE_EXCEEDED: 'unreachable',
  INTERNAL: 'unreachable',
  ABORTED: 'unreachable',
  CANCELLED: 'unreachable',
  UNKNOWN: 'unreachable',
  RESOURCE_EXHAUSTED: 'busy',
  UNIMPLEMENTED: 'unsupported',
  OUT_OF_RANGE: 'no_state',
  NOT_FOUND: 'no_state',
}

/** The client library is loaded with the first call: a service that reads no Sui does not wait for it. */
async function connect(source: SuiEndpoint, limits: GrpcLimits): Promise<{ client: SuiGrpcClient; close: () => void }> {
  const [{ SuiGrpcClient }, { GrpcTransport }, { ChannelCredentials }] = await Promise.all([
    import('@mysten/sui/grpc'),
    import('@protobuf-ts/grpc-transport'),
    import('@grpc/grpc-js'),
  ])
  const transport = new GrpcTransport({
    host: source.host,
    channelCredentials: source.secure ? ChannelCredentials.createSsl() : ChannelCredentials.createInsecure(),
    clientOptions: { 'grpc.max_receive_message_length': limits.answerBytes, 'grpc.max_reconnect_backoff_ms': 5_000 },
    meta: { ...source.headers },
  })
  return {
    client: new SuiGrpcClient({ network: 'mainnet', transport }),
    close: () => {
      transport.close()
    },
  }
}

interface Endpoint {
  readonly source: SuiEndpoint
  readonly bucket: ReturnType<typeof openTokenBucket>
  opened: ReturnType<typeof connect> | null
}

/** @param random 0 ≤ x < 1, for the jitter between tries */
export function createGrpcClient(sources: readonly SuiEndpoint[], random: () => number, limits: GrpcLimits = GRPC_LIMITS): GrpcClient {
  const endpoints: Endpoint[] = sources.map((source) => ({ source, bucket: openTokenBucket(limits.perSecond), opened: null }))
  const none = new AppError('source_unavailable', { say: 'Reading Sui needs a gRPC endpoint; the settings hold none.' })

  const clientOf = async (endpoint: Endpoint): Promise<SuiGrpcClient> => {
    endpoint.opened ??= connect(endpoint.source, limits)
    return (await endpoint.opened).client
  }

  async function patiently<T>(endpoint: Endpoint, method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await endpoint.bucket.take(signal)
      try {
        const { response } = await call(await clientOf(endpoint), { abort: signal, timeout: limits.timeoutMs })
        endpoint.bucket.answered()
        return response
      } catch (error) {
        signal.throwIfAborted()
        const fault = toFault(error, endpoint.source, method)
        if (fault.kind === 'busy') endpoint.bucket.refused()
        const again = fault.kind === 'unreachable' || fault.kind === 'busy'
        if (!again || attempt >= limits.attempts) throw fault
        const backoff = limits.firstDelayMs * 2 ** (attempt - 1) * (0.5 + random())
        const asked = (fault.waitSeconds ?? 0) * 1_000
        if (asked > LONGEST_WAIT_MS) throw fault
        await delay(Math.max(backoff, asked), undefined, { signal })
      }
    }
  }

  async function unary<T>(method: string, call: UnaryCall<T>, signal: AbortSignal): Promise<T> {
    let last: unknown = none
    for (const endpoint of endpoints) {
      try {
        return await patiently(endpoint, method, call, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof NodeFault)) throw error
        last = error
      }
    }
    throw last
  }

  async function* frames<T>(method: string, call: StreamCall<T>, signal: AbortSignal): AsyncGenerator<T> {
    let last: unknown = none
    for (const endpoint of endpoints) {
      let began = false
      try {
        await endpoint.bucket.take(signal)
        const client = await clientOf(endpoint)
        for await (const frame of withSilenceTimeout((abort) => call(client, { abort }).responses, limits.silenceMs, signal)) {
          began = true
          yield frame
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        const fault = toFault(error, endpoint.source, method)
        if (fault.kind === 'busy') endpoint.bucket.refused()
        if (began) throw fault
        last = fault
      }
    }
    throw last
  }

  return {
    hosts: sources.map(({ host }) => host).join(', '),
    unary,
    frames,
    async orNull(method, call, signal) {
      try {
        return await unary(method, call, signal)
      } catch (error) {
        if (error instanceof NodeFault && error.facts['status'] === 'NOT_FOUND') return null
        throw error
      }
    },
    close() {
      for (const { opened } of endpoints) {
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

/** Frames of a stream until it falls silent; leaving the loop ends the stream at the server too. */
async function* withSilenceTimeout<T>(open: (abort: AbortSignal) => AsyncIterable<T>, silenceMs: number, signal: AbortSignal): AsyncGenerator<T> {
  const own = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const restart = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      own.abort(new Error(`no frame within ${silenceMs / 1_000} s`))
    }, silenceMs)
  }
  restart()
  try {
    for await (const frame of open(AbortSignal.any([signal, own.signal]))) {
      restart()
      yield frame
    }
  } catch (error) {
    throw own.signal.aborted ? (own.signal.reason as Error) : error
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}

function toFault(error: unknown, source: SuiEndpoint, method: string): NodeFault {
  if (error instanceof NodeFault) return error
  const { code, message, meta } = readStatus(error)
  const kind = KINDS[code] ?? (code === '' ? 'unreachable' : 'refused')
  return new GrpcFault(
    { kind, host: source.host, method, text: cleanMessage(message, source), waitSeconds: readRetryAfter(meta), cause: error },
    code,
  )
}

class GrpcFault extends NodeFault {
  constructor(args: ConstructorParameters<typeof NodeFault>[0], status: string) {
    super(args)
    Object.assign(this.facts, { status })
  }
}

function readStatus(error: unknown): { code: string; message: string; meta: Readonly<Record<string, unknown>> } {
  if (!(error instanceof Error)) return { code: '', message: String(error), meta: {} }
  const { code, meta } = error as Error & { code?: unknown; meta?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    message: error.message,
    meta: typeof meta === 'object' && meta !== null ? (meta as Readonly<Record<string, unknown>>) : {},
  }
}

function readRetryAfter(meta: Readonly<Record<string, unknown>>): number | null {
  const seconds = Number(meta['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

/** A node's words for a person: no keys, no addresses of endpoints, no control characters, not too long. */
function cleanMessage(text: string, { headers }: SuiEndpoint): string {
  const bare = Object.values(headers).reduce((left, secret) => left.replaceAll(secret.replace(/^Bearer /, ''), '…'), text)
  const plain = bare
    .replace(/https?:\/\/\S+/gi, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    // The client ends so where its resolver has nothing to add.
    .replace(/\.? *Resolution note:$/, '')
  return plain.length > TEXT_LENGTH ? `${plain.slice(0, TEXT_LENGTH)}…` : plain
}
