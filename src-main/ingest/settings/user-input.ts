import { AppError, UserFault } from '../../lib/app-error.ts'

/** What the owner typed in the page, parsed as at the start. Throws AppError `validation_error` in the parser's own words. */
export function typedByOwner(parse: (text: string) => string, text: string): string {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof UserFault) throw new AppError('validation_error', { say: error.message })
    throw error
  }
}
