import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readCapped, retryAfter } from '../../../lib/http-answer.ts'
import { contradiction, NodeFault, type FaultKind } from '../../node-fault.ts'
import type { SuiEndpoint } from './endpoint.ts'

/** All GraphQL endpoints behind one call: the preferred one first, the others where it fails. */
export interface GraphqlClient {
  /** False where the settings hold no GraphQL endpoint. */
  readonly present: boolean
  readonly hosts: string
  /** @throws NodeFault when no endpoint answers; AppError for an answer of another form */
  ask<S extends z.ZodType>(
    name: string,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.output<S>>
}

interface GraphqlLimits {
  readonly timeoutMs: number
  readonly answerBytes: number
  readonly attempts: number
  readonly firstDelayMs: number
}

const GRAPHQL_LIMITS: GraphqlLimits = { timeoutMs: 40_000, answerBytes: 32 * 1024 * 1024, attempts: 4, firstDelayMs: 250 }

const LONGEST_WAIT_MS = 60_000
const TEXT_LENGTH = 240
const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string().optional(), extensions: z.object({ code: z.string().optional() }).optional() })).nullish(),
})

/** @param random 0 ≤ x < 1, for the jitter between tries */
export function createGraphqlClient(sources: readonly SuiEndpoint[], random: () => number, limits: GraphqlLimits = GRAPHQL_LIMITS): GraphqlClient {
  const hosts = sources.map(({ host }) => host).join(', ')

  async function once(source: SuiEndpoint, name: string, query: string, variables: object, signal: AbortSignal): Promise<unknown> {
    const fault = (kind: FaultKind, text: string, waitSeconds: number | null = null): NodeFault =>
      new NodeFault({ kind, host: source.host, method: name, text: text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, TEXT_LENGTH), waitSeconds })
    const limit = AbortSignal.timeout(limits.timeoutMs)
    let status: number
    let wait: number | null
    let text: string
    try {
      const response = await fetch(source.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...source.headers },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.any([signal, limit]),
      })
      status = response.status
      wait = retryAfter(response.headers.get('retry-after'))
      const body = await readCapped(response.body, limits.answerBytes)
      if (body === null) throw fault('too_large', `answer above ${limits.answerBytes} bytes`)
      text = body.toString('utf8')
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NodeFault) throw error
      throw fault('unreachable', limit.aborted ? `no answer within ${limits.timeoutMs / 1_000} s` : 'the connection failed')
    }
    if (status === 429) throw fault('busy', 'HTTP 429', wait)
    if (status >= 500) throw fault('unreachable', `HTTP ${status}`)
    const parsed = envelope.safeParse(parseJson(text))
    if (!parsed.success) throw fault(status >= 400 ? 'refused' : 'unreachable', `HTTP ${status}: the answer is no GraphQL answer`)
    const [error] = parsed.data.errors ?? []
    if (error !== undefined) throw fault(kindOf(error.extensions?.code ?? '', error.message ?? ''), error.message ?? '')
    return parsed.data.data
  }

  async function patiently(source: SuiEndpoint, name: string, query: string, variables: object, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      try {
        return await once(source, name, query, variables, signal)
      } catch (error) {
        const again = error instanceof NodeFault && (error.kind === 'unreachable' || error.kind === 'busy')
        if (!again || attempt >= limits.attempts) throw error
        const asked = (error.waitSeconds ?? 0) * 1_000
        if (asked > LONGEST_WAIT_MS) throw error
        await delay(Math.max(asked, limits.firstDelayMs * 2 ** (attempt - 1) * (0.5 + random())), undefined, { signal })
      }
    }
  }

  return {
    present: sources.length > 0,
    hosts,
    async ask(name, query, variables, schema, signal) {
      let last: unknown = new NodeFault({ kind: 'unsupported', host: 'Sui', method: name, text: 'no GraphQL endpoint is set' })
      for (const source of sources) {
        try {
          const parsed = schema.safeParse(await patiently(source, name, query, variables, signal))
          if (parsed.success) return parsed.data
          const issue = parsed.error.issues[0]
          throw contradiction(
            source.host,
            `${name} does not have the expected form at ${issue?.path.join('.') ?? 'its root'} (${issue?.message ?? ''})`,
          )
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof NodeFault)) throw error
          last = error
        }
      }
      throw last
    },
  }
}

function kindOf(code: string, message: string): FaultKind {
  if (code === 'REQUEST_TIMEOUT' || code === 'INTERNAL_SERVER_ERROR') return 'unreachable'
  if (/rate|too many|limit exceeded/i.test(message)) return 'busy'
  return /out of range|pruned|retention|not available/i.test(message) ? 'no_state' : 'refused'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
