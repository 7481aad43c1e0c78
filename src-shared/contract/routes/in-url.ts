import { z } from 'zod'

/** A number as a URL writes it, in decimal digits: an exponent, a hexadecimal and an empty text are none. */
export const inUrl = <T extends z.ZodType<number>>(number: T) =>
  z.preprocess((text, context) => {
    if (typeof text !== 'string') return text
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    context.addIssue({ code: 'invalid_type', expected: 'number', message: 'This is not a number in decimal digits.', input: text })
    return z.NEVER
  }, number)
