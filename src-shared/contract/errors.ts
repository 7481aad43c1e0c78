/** Every public failure: its status, whether a retry may help, and its default sentence. */
export interface ErrorRow {
  readonly status: number
  readonly retry: boolean
  readonly message: string
}

const final = (status: number, message: string): ErrorRow => ({ status, retry: false, message })
const retryable = (status: number, message: string): ErrorRow => ({ status, retry: true, message })

export const API_ERRORS = {
  unauthorized: final(401, 'This call needs a valid key in the X-API-Key header.'),
  forbidden: final(403, 'This key lacks the permission that this call needs.'),
  forbidden_origin: final(403, 'Calls from this web origin are not allowed.'),
  forbidden_host: final(403, 'The Host header does not name this service.'),
  token_not_found: final(404, 'This token is not stored.'),
  snapshot_not_found: final(404, 'No snapshot has this timestamp; list the snapshots for the timestamps that exist.'),
  not_found: final(404, 'There is nothing at this path.'),
  method_not_allowed: final(405, 'This path does not support that method.'),
  conflict: final(409, 'The current state does not allow this operation.'),
  too_large: final(413, 'The body or address is larger than the service accepts.'),
  unsupported_media_type: final(415, 'The body must be JSON.'),
  validation_error: final(422, 'A path, query or body value is invalid.'),
  unsupported_network: final(422, 'This network, or this metric on this network, is not supported.'),
  rate_limited: retryable(429, 'Too many calls at the same time. Try again after the time in Retry-After.'),
  internal: final(500, 'Internal error. The service log has the request id.'),
  source_unavailable: retryable(503, 'The chain endpoint did not answer.'),
  token_pending: retryable(503, 'The first read of this token is still running.'),
  service_unavailable: retryable(503, 'A part of the service, such as its database, does not answer.'),
} satisfies Record<string, ErrorRow>

export type ApiErrorCode = keyof typeof API_ERRORS
export const API_ERROR_CODES = Object.keys(API_ERRORS) as ApiErrorCode[]

/** Codes of stream errors (docs/api/streams.md#error-codes). */
export const STREAM_ERRORS = {
  BAD_JSON: 'The frame is not JSON.',
  BAD_OP: 'The op of the message is missing or unknown.',
  BAD_FIELD: 'A field of the message is missing or invalid.',
  UNKNOWN_STREAM: 'There is no stream with this name.',
  UNSUPPORTED_NETWORK: 'This network, or this stream on this network, is not supported.',
  FORBIDDEN_FIREHOSE: 'ALL needs a key with the firehose permission.',
  SUB_LIMIT: 'This connection has reached the maximum number of subscriptions.',
  CONN_LIMIT: 'The service has reached the maximum number of connections.',
  SLOW_CONSUMER: 'This connection reads too slowly for dex_trades; read the missed trades from /dex/v1.',
  INTERNAL: 'Internal error. The service log has the connection id.',
} as const
export type StreamErrorCode = keyof typeof STREAM_ERRORS

/** WebSocket close codes (docs/api/streams.md#close-codes). */
export const CLOSE_CODES = { shutdown: 1001, policy: 1008, tooBig: 1009, tryLater: 1013, unauthorized: 4401 } as const
