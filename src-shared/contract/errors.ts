/** Every public failure: its status, whether a retry may help, and its default sentence. */
export interface ErrorRow {
  readonly status: number
  readonly retry: boolean
  readonly message: string
}

export const API_ERRORS = {
  unauthorized: { status: 401, retry: false, message: 'This call needs a valid key in the X-API-Key header.' },
  forbidden: { status: 403, retry: false, message: 'This key lacks the permission that this call needs.' },
  forbidden_origin: { status: 403, retry: false, message: 'Calls from this web origin are not allowed.' },
  forbidden_host: { status: 403, retry: false, message: 'The Host header does not name this service.' },
  token_not_found: { status: 404, retry: false, message: 'This token is not stored, and no source is set to read it from.' },
  snapshot_not_found: {
    status: 404,
    retry: false,
    message: 'No snapshot has this timestamp; list the snapshots for the timestamps that exist.',
  },
  not_found: { status: 404, retry: false, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, retry: false, message: 'This path does not support that method.' },
  conflict: { status: 409, retry: false, message: 'The current state does not allow this operation.' },
  too_large: { status: 413, retry: false, message: 'The body or address is larger than the service accepts.' },
  unsupported_media_type: { status: 415, retry: false, message: 'The body must be JSON.' },
  validation_error: { status: 422, retry: false, message: 'A path, query or body value is invalid.' },
  unsupported_network: { status: 422, retry: false, message: 'This network, or this metric on this network, is not supported.' },
  rate_limited: { status: 429, retry: true, message: 'Too many calls at the same time. Try again after the time in Retry-After.' },
  internal: { status: 500, retry: false, message: 'Internal error. The service log has the request id.' },
  source_unavailable: { status: 503, retry: true, message: 'The chain endpoint did not answer.' },
  token_pending: { status: 503, retry: true, message: 'The first read of this token is still running.' },
} as const satisfies Record<string, ErrorRow>

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
