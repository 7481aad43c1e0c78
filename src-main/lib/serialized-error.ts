import type { ApiErrorCode } from '../../src-shared/contract/errors.ts'
import { AppError, UserFault } from './app-error.ts'

/** An error in a form that can be cloned between threads, with its class and code. */
export type SerializedError =
  | {
      readonly kind: 'app'
      readonly code: ApiErrorCode
      readonly message: string
      readonly facts: Readonly<Record<string, unknown>>
      readonly currentRevision: number | null
      readonly cause: string | null
    }
  | { readonly kind: 'fault'; readonly sentence: string; readonly exitCode: 1 | 2; readonly cause: string | null }
  | { readonly kind: 'unexpected'; readonly name: string; readonly message: string; readonly stack: string | null }

export function packError(error: unknown): SerializedError {
  if (error instanceof AppError) {
    const { code, message, facts, currentRevision } = error
    return { kind: 'app', code, message, facts: { ...facts }, currentRevision, cause: causeText(error) }
  }
  if (error instanceof UserFault) return { kind: 'fault', sentence: error.message, exitCode: error.exitCode, cause: causeText(error) }
  if (error instanceof Error) return { kind: 'unexpected', name: error.name, message: error.message, stack: error.stack ?? null }
  return { kind: 'unexpected', name: 'Error', message: String(error), stack: null }
}

export function unpackError(sent: SerializedError): Error {
  switch (sent.kind) {
    case 'app':
      return new AppError(sent.code, sent)
    case 'fault':
      return new UserFault(sent.sentence, sent.exitCode, { cause: sent.cause })
    case 'unexpected': {
      const error = new Error(sent.message)
      error.name = sent.name
      if (sent.stack !== null) error.stack = sent.stack
      return error
    }
  }
}

const causeText = (error: Error): string | null => (error.cause instanceof Error ? error.cause.message : null)
