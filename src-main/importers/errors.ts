import { CsvError } from 'csv-parse/sync'
import type { ZodError } from 'zod'
import { AppError } from '../lib/app-error.ts'

/** The error for a file that cannot be imported, in one sentence for the user. */
export function importError(message: string, cause?: unknown): AppError {
  return new AppError('validation_error', { message, cause })
}

/** For a file of a recognised format, such as "a holder map", that is not valid: names the first invalid field. */
export function formError(form: string, error: ZodError): AppError {
  const issue = error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.')
  return importError(`The file looks like ${form}, but ${where} is not valid: ${issue?.message ?? 'unknown reason'}.`, error)
}

/** @throws AppError that names the row that is not CSV, and shows the expected format */
export function readingCsv<T>(read: () => T, format: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw importError(`Row ${Number(error.records) + 1} has a quote that is not closed, or more than a million bytes. ${format}`, error)
  }
}

export const alteredFile = ({ altered }: { readonly altered: readonly string[] }): AppError =>
  importError(`The case file was changed after it was made: ${altered.length === 0 ? 'its manifest' : altered.slice(0, 5).join(', ')}.`)
