import pLimit from 'p-limit'
import { z } from 'zod'
import { retry } from '../../lib/backoff.ts'
import { retryAfter } from '../../lib/http-answer.ts'
import { postJson } from '../../lib/http-post.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'
import { openTokenBucket } from './token-bucket.ts'

/** One JSON-RPC endpoint with limits on time, size, rate and concurrency. Calls that may succeed later are retried. */
export interface Endpoint {
  readonly host: string
  /**
   * @param reader reads an answer's bytes in place of JSON.parse
   * @throws NodeFault when the call is refused or does not succeed after some tries; the signal's reason when cancelled
   */
  call(method: string, params: readonly unknown[], signal: AbortSignal, reader?: AnswerReader): Promise<unknown>
}

/** Parses the bytes of a long JSON-RPC answer on another thread and resolves to its envelope, or to any other value when there is none. */
export type AnswerReader = (body: Uint8Array, signal: AbortSignal) => Promise<unknown>

export interface EndpointOptions {
  readonly url: string
  /** 0 ≤ x < 1, for the jitter between tries. */
  readonly random: () => number
  /** Sorts a refusal by its HTTP status, JSON-RPC code and text. */
  readonly classify: (answer: { status: number; code: number | null; text: string }) => FaultKind
  readonly limits?: EndpointLimits
}

export interface EndpointLimits {
  readonly inFlight: number
  /** Calls a second at most; fewer while the endpoint reports that its rate limit is exceeded. */
  readonly perSecond: number
  readonly timeoutMs: number
  /** A longer answer is cut off and reported as `too_large`. */
  readonly answerBytes: number
  readonly attempts: number
  readonly firstDelayMs: number
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  inFlight: 8,
  perSecond: 500,
  timeoutMs: 30_000,
  answerBytes: 48 * 1024 * 1024,
  attempts: 4,
  firstDelayMs: 250,
}

const MAX_WAIT_MS = 60_000
const TEXT_LENGTH = 240
/** Shorter answers parse faster than they can be sent to another thread. */
const READER_FROM_BYTES = 256 * 1024

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().optional(), message: z.string().optional(), data: z.unknown().optional() }).nullish(),
})

export function openEndpoint({ url, random, classify, limits = ENDPOINT_LIMITS }: EndpointOptions): Endpoint {
  const target = new URL(url)
  const { host } = target
  const concurrency = pLimit(limits.inFlight)
  const bucket = openTokenBucket(limits.perSecond)
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
      throw fault(classify({ status, code: error.code ?? null, text: error.message ?? '' }), error.message ?? '', { waitSeconds })
    }
    if (!ok) throw fault(classify({ status, code: null, text: textOf(body.subarray(0, TEXT_LENGTH)) }), `HTTP ${status}`, { waitSeconds })
    if (!parsed.success || parsed.data.result === undefined) throw fault('unreachable', 'the answer is not a JSON-RPC answer')
    return parsed.data.result
  }

  return {
    host,
    async call(method, params, signal, reader) {
      const { attempts, firstDelayMs } = limits
      const attempt = (): Promise<unknown> =>
        concurrency(async () => {
          await bucket.take(signal)
          const answer = await once(method, params, signal, reader)
          bucket.answered()
          return answer
        }).catch((error: unknown) => {
          if (error instanceof NodeFault && error.kind === 'busy') bucket.refused()
          throw error
        })
      return retry(attempt, { attempts, firstMs: firstDelayMs, random, signal, retryAfterMs })
    },
  }
}

/** Milliseconds to wait before another attempt, at least as long as the endpoint requests; null where another attempt would not help. */
function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof NodeFault) || (error.kind !== 'unreachable' && error.kind !== 'busy')) return null
  const ms = (error.waitSeconds ?? 0) * 1_000
  return ms > MAX_WAIT_MS ? null : ms
}

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
