import { z } from 'zod'
import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'

/** `unreachable`: no response from the service. `bad_answer`: the response does not match the contract. */
export type FailureCode = ApiErrorCode | 'unreachable' | 'bad_answer'

/** The only error type of the page. `code` is for branching, `message` is for display. */
export class ApiError extends Error {
  readonly code: FailureCode
  readonly status: number | null
  readonly requestId: string | null
  /** Seconds until a retry may succeed; null when a retry does not help. */
  readonly retryAfter: number | null

  constructor(facts: { code: FailureCode; sentence: string; status?: number; requestId?: string | null; retryAfter?: number | null }) {
    super(facts.sentence)
    this.name = 'ApiError'
    this.code = facts.code
    this.status = facts.status ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfter = facts.retryAfter ?? null
  }
}

export const isUnreachable = (error: Error | null): boolean => error instanceof ApiError && error.code === 'unreachable'

const DEFAULT_RETRY_SECONDS = 2

const errorBody = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string(), loc: z.array(z.unknown()).optional() }))]),
  code: z.string(),
  request_id: z.string().optional(),
})

/** Converts a failed response into an ApiError. A body outside the contract still yields a message. */
export function toApiError(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const parsed = errorBody.safeParse(body)
  const code = parsed.success && isCode(parsed.data.code) ? parsed.data.code : codeForStatus(status)
  const row = API_ERRORS[code]
  const after = Number(headers.get('Retry-After'))
  return new ApiError({
    code,
    status,
    sentence: parsed.success ? joinDetails(parsed.data.detail) : row.say,
    requestId: parsed.success ? (parsed.data.request_id ?? null) : headers.get('X-Request-Id'),
    retryAfter: row.retry ? (after > 0 ? after : DEFAULT_RETRY_SECONDS) : null,
  })
}

function joinDetails(detail: z.infer<typeof errorBody>['detail']): string {
  return typeof detail === 'string' ? detail : detail.map((entry) => entry.msg).join(' ')
}

function isCode(code: string): code is ApiErrorCode {
  return (API_ERROR_CODES as string[]).includes(code)
}

function codeForStatus(status: number): ApiErrorCode {
  return API_ERROR_CODES.find((code) => API_ERRORS[code].status === status) ?? 'internal'
}
