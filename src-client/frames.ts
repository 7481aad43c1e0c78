/** The frames of the service that the client reads (docs/api/streams.md#frames). */

export interface SubscriptionResult {
  readonly network: string
  readonly address: string
  readonly stream: string
  readonly status: string
  readonly message?: string
}

export interface EventFrame {
  readonly op: 'event'
  readonly network: string
  readonly address: string
  readonly stream: string
  readonly timestamp: string
  readonly data: unknown
  readonly unknown?: readonly string[]
  readonly coverage?: string
}

/** A fault of one subscription, or of the connection if `subscription` is null. */
export interface StreamFault {
  /** As in docs/api/streams.md#error-codes. */
  readonly code: string
  /** One sentence. It says whether the subscription waits for something or has ended. */
  readonly message: string
  readonly subscription: { readonly network: string; readonly address: string; readonly stream: string } | null
}

interface ErrorFrame extends StreamFault {
  readonly op: 'error'
}

export type Frame =
  { readonly op: 'ready' } | { readonly op: 'subscribed'; readonly results: readonly SubscriptionResult[] } | ErrorFrame | EventFrame

/** Null for text that is not JSON, and for frames of other kinds. */
export function parseFrame(text: unknown): Frame | null {
  const frame = parseObject(text)
  if (frame === null) return null
  if (frame['op'] === 'ready') return { op: 'ready' }
  if (frame['op'] === 'subscribed' && Array.isArray(frame['results'])) {
    return { op: 'subscribed', results: frame['results'].filter((result) => hasTexts(result, ['network', 'address', 'stream', 'status'])) }
  }
  if (frame['op'] === 'error' && hasTexts(frame, ['code', 'message'])) return { subscription: null, ...frame } as unknown as ErrorFrame
  return frame['op'] === 'event' && hasTexts(frame, ['network', 'address', 'stream', 'timestamp']) ? (frame as unknown as EventFrame) : null
}

function parseObject(text: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const hasTexts = (value: unknown, names: readonly string[]): boolean => isObject(value) && names.every((name) => typeof value[name] === 'string')
