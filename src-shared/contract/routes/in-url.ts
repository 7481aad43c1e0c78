import { z } from 'zod'

/** A number in a URL, in decimal digits. Exponents, hexadecimal digits and empty text are refused. */
export const inUrl = <T extends z.ZodType<number>>(number: T) =>
  z.preprocess((text, context) => {
    if (typeof text !== 'string') return text
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    context.addIssue({ code: 'invalid_type', expected: 'number', message: 'This is not a number in decimal digits.', input: text })
    return z.NEVER
  }, number)
