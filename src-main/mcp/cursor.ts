import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../lib/app-error.ts'

/** The position at which the list of an answer continues. Callers see base64url and pass it back unchanged. */

const cursorSchema = z.strictObject({
  /** Digest of the tool and its arguments. */
  of: z.string(),
  /** Rows before the next one, from the start of the list or of the page that `native` names. */
  offset: z.int().nonnegative(),
  /** Cursor of the route itself. */
  native: z.string().nullable(),
  /** Digest of the list, or of its version, its length and the last row given, so that a changed list is not continued; null if the route ensures that. */
  state: z.string().nullable(),
})
export type Cursor = z.infer<typeof cursorSchema>

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws AppError for anything that is not a cursor of this tool with these arguments */
export function readCursor(text: string, of: string): Cursor {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw new AppError('validation_error', { message: 'This is not a cursor from an answer; start again without one.' })
  if (parsed.data.of !== of) throw new AppError('validation_error', { message: 'The cursor belongs to other arguments; start again without one.' })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
