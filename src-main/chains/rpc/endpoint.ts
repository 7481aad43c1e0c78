import { z } from 'zod'
import { retry } from '../../lib/backoff.ts'
import { retryAfter } from '../../lib/http-answer.ts'
import { postJson } from '../../lib/http-post.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'
import { openPacer, type EndpointWait, type PaceMemory } from './pacing/pacer.ts'

/** One JSON-RPC endpoint with limits on time, size and concurrency, called at the pace that it allows. */
export interface Endpoint {
  readonly host: string
  /** @throws NodeFault when the call is refused or does not succeed after some tries; the signal's reason when cancelled */
  call(method: string, params: readonly unknown[], signal: AbortSignal, options?: CallOptions): Promise<unknown>
  /** Milliseconds until calls of the method go out again, because the endpoint asked for a pause. */
  pausedMs(method: string): number
  /** The limit that callers wait for at the moment; null where none do. */
  waiting(): EndpointWait | null
}

export interface CallOptions {
  /** Reads an answer's bytes in place of JSON.parse. */
  readonly reader?: AnswerReader | undefined
  /** Longest pause of the endpoint that the call sits out; without it, any. */
  readonly patienceMs?: number
}

/** Parses the bytes of a long JSON-RPC answer on another thread and resolves to its envelope, or to any other value when there is none. */
export type AnswerReader = (body: Uint8Array, signal: AbortSignal) => Promise<unknown>

export interface EndpointOptions {
  readonly url: string
  /** 0 ≤ x < 1, for the jitter between tries. */
  readonly random: () => number
  /** Sorts a refusal by its HTTP status, JSON-RPC code and text. */
  readonly classify: (answer: { status: number; code: number | null; text: string }) => FaultKind
  /** A method without parameters that every endpoint of the chain answers. */
  readonly control: string
  readonly paces?: PaceMemory | undefined
  readonly limits?: EndpointLimits
}

export interface EndpointLimits {
  readonly inFlight: number
  readonly timeoutMs: number
  /** A longer answer is cut off and reported as `too_large`. */
  readonly answerBytes: number
  /** Of a call that gets no answer. A call that is refused because of the rate waits for its turn again and again. */
  readonly attempts: number
  readonly firstDelayMs: number
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  inFlight: 16,
  timeoutMs: 30_000,
  answerBytes: 48 * 1024 * 1024,
  attempts: 4,
  firstDelayMs: 250,
}

const TEXT_LENGTH = 240
/** Shorter answers parse faster than they can be sent to another thread. */
const READER_FROM_BYTES = 256 * 1024

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().optional(), message: z.string().optional(), data: z.unknown().optional() }).nullish(),
})
/** Infura names the wait in the error (https://docs.infura.io/api/networks/ethereum/how-to/avoid-rate-limiting). */
const waitInError = z.object({ backoff_seconds: z.number().nonnegative() })
const waitInData = z.union([waitInError, z.object({ rate: waitInError }).transform(({ rate }) => rate)])

export function openEndpoint({ url, random, classify, control, paces, limits = ENDPOINT_LIMITS }: EndpointOptions): Endpoint {
  const target = new URL(url)
  const { host } = target
  const { inFlight, attempts, firstDelayMs } = limits
  const pacer = openPacer({ url, host, inFlight, memory: paces, control: (signal) => once(control, [], signal) })
  let lastId = 0

  async function once(method: string, params: readonly unknown[], signal: AbortSignal, reader?: AnswerReader): Promise<unknown> {
    const fault = (kind: FaultKind, text: string, more: { waitSeconds?: number | null; cause?: unknown } = {}): NodeFault =>
      new NodeFault({ kind, host, method, text: clean(text, url), ...more })
    signal.throwIfAborted()
    // Not AbortSignal.any: its dependants keep every request alive as long as the long-lived signal.
    const giveUp = new AbortController()
    let late = false
    const limit = setTimeout(() => {
      late = true
      giveUp.abort()
    }, limits.timeoutMs)
    const cancel = (): void => {
      giveUp.abort()
    }
    signal.addEventListener('abort', cancel, { once: true })
    let status: number
    let waitSeconds: number | null
    let body: Uint8Array
    try {
      lastId += 1
      const text = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
      const answer = await postJson(target, text, { signal: giveUp.signal, answerBytes: limits.answerBytes })
      status = answer.status
      waitSeconds = retryAfter(answer.retryAfter)
      if (answer.body === null) throw fault('too_large', `answer above ${limits.answerBytes} bytes`)
      body = answer.body
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NodeFault) throw error
      throw fault('unreachable', late ? `no answer within ${limits.timeoutMs / 1000} s` : reason(error), { cause: error })
    } finally {
      clearTimeout(limit)
      signal.removeEventListener('abort', cancel)
    }
    const ok = status >= 200 && status <= 299
    const apart = ok && reader !== undefined && body.byteLength > READER_FROM_BYTES
    const parsed = envelope.safeParse(apart ? await reader(body, signal) : parseJson(body))
    const error = parsed.success ? parsed.data.error : undefined
    if (error !== undefined && error !== null) {
      waitSeconds ??= waitInData.safeParse(error.data).data?.backoff_seconds ?? null
      throw fault(classify({ status, code: error.code ?? null, text: error.message ?? '' }), error.message ?? '', { waitSeconds })
    }
    if (!ok) {
      const kind = classify({ status, code: null, text: textOf(body.subarray(0, TEXT_LENGTH)) })
      // An endpoint that names a time is there, and only asks to wait.
      throw fault(kind === 'unreachable' && waitSeconds !== null ? 'busy' : kind, `HTTP ${status}`, { waitSeconds })
    }
    if (!parsed.success || parsed.data.result === undefined) throw fault('unreachable', 'the answer is not a JSON-RPC answer')
    return parsed.data.result
  }

  return {
    host,
    call(method, params, signal, { reader, patienceMs } = {}) {
      const attempt = (): Promise<unknown> => pacer.call(method, signal, () => once(method, params, signal, reader), patienceMs)
      return retry(attempt, { attempts, firstMs: firstDelayMs, random, signal, retryAfterMs })
    },
    pausedMs: pacer.pausedMs,
    waiting: pacer.waiting,
  }
}

/** Only a call without an answer is worth another attempt. */
const retryAfterMs = (error: unknown): number | null => (error instanceof NodeFault && error.kind === 'unreachable' ? 0 : null)

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body))
  } catch {
    return null
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** A node's error text without control characters and endpoint URLs (they may contain a key), shortened. */
function clean(text: string, url: string): string {
  const plain = text
    .replaceAll(url, '')
    .replace(/https?:\/\/\S+/gi, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain.length > TEXT_LENGTH ? `${plain.slice(0, TEXT_LENGTH)}…` : plain
}
