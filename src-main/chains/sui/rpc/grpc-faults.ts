import { NodeFault, safeText, type FaultKind } from '../../rpc/node-fault.ts'
import type { SuiEndpoint } from './endpoint.ts'

/** Errors of the gRPC client as faults of a node. */

/** gRPC status codes (https://grpc.io/docs/guides/status-codes/). */
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

class GrpcFault extends NodeFault {
  constructor(args: ConstructorParameters<typeof NodeFault>[0], status: string) {
    super(args)
    Object.assign(this.facts, { status })
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof NodeFault && error.facts['status'] === 'NOT_FOUND'

export function toFault(error: unknown, endpoint: SuiEndpoint, method: string): NodeFault {
  if (error instanceof NodeFault) return error
  const { code, message, meta } = readStatus(error)
  const kind = KINDS[code] ?? (code === '' ? 'unreachable' : 'refused')
  const text = safeText(message.replace(EMPTY_NOTE, ''), secretsOf(endpoint))
  return new GrpcFault({ kind, host: endpoint.host, method, text, waitSeconds: readRetryAfter(meta), cause: error }, code)
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

/** @grpc/grpc-js ends a message like this when its resolver has nothing to add. */
const EMPTY_NOTE = /\.?\s*Resolution note:\s*$/
/** The keys that an endpoint's headers carry. */
const secretsOf = ({ headers }: SuiEndpoint): string[] => Object.values(headers).map((value) => value.replace(/^Bearer /, ''))
