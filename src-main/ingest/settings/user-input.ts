import { AppError, UserFault } from '../../lib/app-error.ts'

/** Parses a value from the page with a parser of the configuration. @throws AppError `validation_error` with the parser's message */
export function parseUserInput(parse: (text: string) => string, text: string): string {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof UserFault) throw new AppError('validation_error', { message: error.message })
    throw error
  }
}
