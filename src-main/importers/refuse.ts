import { AppError } from '../lib/app-error.ts'

/** The one way a file is turned away: a plain sentence for the person who chose it. */
export function refuse(say: string, cause?: unknown): AppError {
  return new AppError('validation_error', { say, cause })
}
