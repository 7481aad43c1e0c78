import { z } from 'zod'
import { readCapped, retryAfter } from '../../../lib/http-answer.ts'
import { NodeFault, safeText, type FaultKind } from '../../rpc/node-fault.ts'
import { retryCall, type RetryLimits } from '../../rpc/endpoint.ts'
import { openPacer, type EndpointWait } from '../../rpc/pacing/pacer.ts'
import type { PaceStore } from '../../rpc/pacing/saved-pace.ts'
import { parseAnswer } from '../../rpc/request.ts'
import { parseJson } from '../../rpc/sending/answer.ts'
import { identity, type SuiEndpoint } from './endpoint.ts'
import { callFirst } from './failover.ts'

/** A query with the schema of its answer. */
export interface GraphqlQuery<S extends z.ZodType> {
  /** For messages. */
  readonly name: string
  readonly text: string
  readonly answer: S
}

type Variables = Readonly<Record<string, unknown>>

/** All GraphQL endpoints behind one client: calls go to the preferred one first, and to the others if it fails. */
export interface GraphqlClient {
  /** False if the settings have no GraphQL endpoint. */
  readonly present: boolean
  /** Hosts in order of preference, for messages. */
  readonly hosts: string
  /** The limits that callers currently wait for, one for each endpoint that has any. */
  waiting(): readonly EndpointWait[]
  /** Calls so far, including failed ones. */
  callsMade(): number
  /** @throws NodeFault when no endpoint answers; AppError for an answer of another form */
  query<S extends z.ZodType>(query: GraphqlQuery<S>, variables: Variables, signal: AbortSignal): Promise<z.output<S>>
}

interface GraphqlLimits extends RetryLimits {
  readonly inFlight: number
  readonly timeoutMs: number
  readonly answerBytes: number
}

const GRAPHQL_LIMITS: GraphqlLimits = { inFlight: 8, timeoutMs: 40_000, answerBytes: 32 * 1024 * 1024, attempts: 4, firstDelayMs: 250 }

const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string().optional(), extensions: z.object({ code: z.string().optional() }).optional() })).nullish(),
})

/** Every GraphQL service answers it without reading any data. */
const CONTROL = { name: 'control', text: '{ __typename }' }

/** @param random 0 ≤ x < 1, for the jitter between attempts */
export function createGraphqlClient(
  endpoints: readonly SuiEndpoint[],
  random: () => number,
  paces?: PaceStore,
  limits: GraphqlLimits = GRAPHQL_LIMITS,
): GraphqlClient {
  const none = new NodeFault({ kind: 'unsupported', host: 'Sui', method: 'GraphQL', text: 'no GraphQL endpoint is set' })
  const connections = endpoints.map((endpoint) => {
    const control = (signal: AbortSignal): Promise<unknown> => post(endpoint, CONTROL, {}, limits, signal)
    return { endpoint, pacer: openPacer({ url: identity(endpoint), host: endpoint.host, inFlight: limits.inFlight, control, paces }) }
  })
  let callsMade = 0
  return {
    present: endpoints.length > 0,
    callsMade: () => callsMade,
    hosts: endpoints.map(({ host }) => host).join(', '),
    waiting: () => connections.flatMap(({ pacer }) => pacer.waiting() ?? []),
    query: (query, variables, signal) =>
      callFirst(
        connections,
        async ({ endpoint, pacer }, patienceMs) => {
          const send = (): Promise<unknown> => {
            callsMade += 1
            return post(endpoint, query, variables, limits, signal)
          }
          const data = await retryCall(() => pacer.call(query.name, signal, send, patienceMs), limits, random, signal)
          return parseAnswer(endpoint.host, query.answer, query.name, data)
        },
        none,
        signal,
      ),
  }
}

async function post(
  endpoint: SuiEndpoint,
  query: Pick<GraphqlQuery<z.ZodType>, 'name' | 'text'>,
  variables: Variables,
  limits: GraphqlLimits,
  signal: AbortSignal,
): Promise<unknown> {
  const fault = (kind: FaultKind, text: string, waitSeconds: number | null = null): NodeFault =>
    new NodeFault({ kind, host: endpoint.host, method: query.name, text: safeText(text), waitSeconds })
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  let response: Response
  let body: Buffer | null
  try {
    response = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...endpoint.headers },
      body: JSON.stringify({ query: query.text, variables }),
      signal: AbortSignal.any([signal, timeout]),
    })
    body = await readCapped(response.body, limits.answerBytes)
  } catch {
    signal.throwIfAborted()
    throw fault('unreachable', timeout.aborted ? `no answer within ${limits.timeoutMs / 1_000} s` : 'the connection failed')
  }
  if (body === null) throw fault('too_large', `answer above ${limits.answerBytes} bytes`)
  const { status, headers } = response
  const waitSeconds = retryAfter(headers.get('retry-after'), headers.get('date'))
  if (status === 429 || (status >= 500 && waitSeconds !== null)) throw fault('busy', `HTTP ${status}`, waitSeconds)
  if (status >= 500) throw fault('unreachable', `HTTP ${status}`)
  const parsed = envelope.safeParse(parseJson(body))
  if (!parsed.success) throw fault(status >= 400 ? 'refused' : 'unreachable', `HTTP ${status}: the answer is not a GraphQL answer`)
  const [error] = parsed.data.errors ?? []
  if (error !== undefined) throw fault(toFaultKind(error.extensions?.code ?? '', error.message ?? ''), error.message ?? '')
  return parsed.data.data
}

/** By the codes and messages of the Sui GraphQL service (`sui-indexer-alt-graphql`, error.rs). */
function toFaultKind(code: string, message: string): FaultKind {
  if (code === 'REQUEST_TIMEOUT' || code === 'INTERNAL_SERVER_ERROR') return 'unreachable'
  if (/rate|too many|limit exceeded/i.test(message)) return 'busy'
  return /out of range|pruned|retention|not available/i.test(message) ? 'no_state' : 'refused'
}
