import type { ZodError } from 'zod'
import { AppError } from '../lib/app-error.ts'

/** The one way a file is turned away: a plain sentence for the person who chose it. */
export function importError(say: string, cause?: unknown): AppError {
  return new AppError('validation_error', { say, cause })
}

/** For a file that is plainly of a form, e.g. "a holder map", but breaks its shape: names the first thing that does not fit. */
export function formError(form: string, error: ZodError): AppError {
  const issue = error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.')
  return importError(`The file looks like ${form}, but ${where} does not fit: ${issue?.message ?? 'unknown reason'}.`, error)
}
