import { z } from 'zod'
import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'

/** `unreachable`: nobody answered. `bad_answer`: an answer that is not what the contract says. */
export type FailureCode = ApiErrorCode | 'unreachable' | 'bad_answer'

/** The one error of this page: a code to act on and a sentence to read. */
export class ApiError extends Error {
  readonly code: FailureCode
  readonly status: number | null
  readonly requestId: string | null
  /** Seconds after which another try may help; null when none does. */
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

/** Whether a call failed because nobody answered it. */
export const isUnreachable = (error: Error | null): boolean => error instanceof ApiError && error.code === 'unreachable'

const DEFAULT_RETRY_SECONDS = 2

const errorBody = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string(), loc: z.array(z.unknown()).optional() }))]),
  code: z.string(),
  request_id: z.string().optional(),
})

/** Turns a failed answer into the error; a body that is not the contract's still gives a sentence. */
export function errorOf(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const parsed = errorBody.safeParse(body)
  const code = parsed.success && isCode(parsed.data.code) ? parsed.data.code : codeOfStatus(status)
  const row = API_ERRORS[code]
  const after = Number(headers.get('Retry-After'))
  return new ApiError({
    code,
    status,
    sentence: parsed.success ? sentenceOf(parsed.data.detail) : row.say,
    requestId: parsed.success ? (parsed.data.request_id ?? null) : headers.get('X-Request-Id'),
    retryAfter: row.retry ? (after > 0 ? after : DEFAULT_RETRY_SECONDS) : null,
  })
}

function sentenceOf(detail: z.infer<typeof errorBody>['detail']): string {
  return typeof detail === 'string' ? detail : detail.map((entry) => entry.msg).join(' ')
}

function isCode(code: string): code is ApiErrorCode {
  return (API_ERROR_CODES as string[]).includes(code)
}

function codeOfStatus(status: number): ApiErrorCode {
  return API_ERROR_CODES.find((code) => API_ERRORS[code].status === status) ?? 'internal'
}
