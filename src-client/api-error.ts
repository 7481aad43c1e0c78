import { API_ERROR_CODES, API_ERRORS } from '../src-shared/contract/errors.ts'
import type { ApiErrorCode } from './api.ts'

/** `unreachable`: no response from the service. `bad_answer`: the response does not match the contract. */
export type FailureCode = ApiErrorCode | 'unreachable' | 'bad_answer'

export interface ApiErrorFacts {
  readonly code: FailureCode
  readonly sentence: string
  readonly status?: number
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly currentRevision?: number | null
}

/** The only error that a call throws. `code` is for branching, `message` is for display. */
export class ApiError extends Error {
  readonly code: FailureCode
  readonly status: number | null
  readonly requestId: string | null
  /** Seconds until a retry may succeed; null if a retry does not help. */
  readonly retryAfter: number | null
  /** The revision that a case has now, if a change was based on an earlier one; null for every other failure. */
  readonly currentRevision: number | null

  constructor(facts: ApiErrorFacts) {
    super(facts.sentence)
    this.name = 'ApiError'
    this.code = facts.code
    this.status = facts.status ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfter = facts.retryAfter ?? null
    this.currentRevision = facts.currentRevision ?? null
  }
}

export const isUnreachable = (error: Error | null): boolean => error instanceof ApiError && error.code === 'unreachable'

const DEFAULT_RETRY_SECONDS = 2

/** Converts a failed response into an ApiError. A body outside the contract still yields a message. */
export function toApiError(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const { detail, code: named, request_id: id, current_revision: revision } = (body ?? {}) as Readonly<Record<string, unknown>>
  const code = API_ERROR_CODES.find((known) => known === named) ?? codeForStatus(status)
  const row = API_ERRORS[code]
  const after = Number(headers.get('Retry-After'))
  return new ApiError({
    code,
    status,
    sentence: joinDetails(detail) ?? row.message,
    requestId: typeof id === 'string' ? id : headers.get('X-Request-Id'),
    retryAfter: row.retry ? (after > 0 ? after : DEFAULT_RETRY_SECONDS) : null,
    currentRevision: typeof revision === 'number' ? revision : null,
  })
}

/** One sentence, or the joined sentences of a validation error; null for anything else. */
function joinDetails(detail: unknown): string | null {
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return null
  const messages = detail.map((entry: { readonly msg?: unknown } | null) => entry?.msg)
  return messages.every((message) => typeof message === 'string') ? messages.join(' ') : null
}

function codeForStatus(status: number): ApiErrorCode {
  return API_ERROR_CODES.find((code) => API_ERRORS[code].status === status) ?? 'internal'
}
