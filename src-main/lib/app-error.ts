import { API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'

/** Details for the log. They never leave the process. */
export type Facts = Readonly<Record<string, unknown>>

export interface AppErrorOptions extends ErrorOptions {
  /** A more precise message for users than that of the code, without secrets. */
  readonly message?: string
  readonly facts?: Facts
  /** The path to poll, for `token_pending`: of the job, or of the resource that is being created. */
  readonly location?: string
  readonly retryAfterSeconds?: number
  /** The revision that a case has now, for a `conflict` over a change based on an earlier one. */
  readonly currentRevision?: number | null
}

/** An error with a public code. Callers branch on `code`, never on the text. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ApiErrorCode
  readonly facts: Facts
  readonly location: string | null
  readonly retryAfterSeconds: number | null
  readonly currentRevision: number | null

  constructor(code: ApiErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? API_ERRORS[code].message, options)
    this.code = code
    this.facts = options.facts ?? {}
    this.location = options.location ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.currentRevision = options.currentRevision ?? null
  }

  get retryable(): boolean {
    return API_ERRORS[this.code].retry
  }
}

/** Whether the service itself failed, or a part that it needs, such as its database. Other errors say something about what was asked. */
export const isServiceFault = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'internal' || error.code === 'service_unavailable'

export const isServiceUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.code === 'service_unavailable'

/** A fault of usage or of the machine, which the command line reports in one sentence (exit code 1 or 2). */
export class UserFault extends Error {
  override name = 'UserFault'
  readonly exitCode: 1 | 2

  constructor(sentence: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(sentence, options)
    this.exitCode = exitCode
  }
}
