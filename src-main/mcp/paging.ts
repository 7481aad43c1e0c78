import { ApiError } from '../../src-client/api-error.ts'
import { AppError } from '../lib/app-error.ts'
import { rowsAt } from './cut.ts'
import { digest, writeCursor, type Cursor } from './cursor.ts'
import type { PartAnswer } from './part-answer.ts'
import type { Paging, Tool } from './tools.ts'

/** The page of a list that a call asks for, and the cursor of the page after it. */

/** Rows per request if the route pages. */
const PAGE_ROWS = 200

/** Parameters of the routes. A page by offset begins with the last row of the page before, which shows whether the list is still the same. */
export function pageParams({ paging, parts }: Tool, wallet: unknown, cursor: Cursor | null): Readonly<Record<string, unknown>> {
  if (paging?.by === 'offset') {
    const given = cursor === null ? 0 : 1
    return { offset: Math.max(0, (cursor?.offset ?? 0) - given), limit: PAGE_ROWS + given }
  }
  if (paging?.by === 'cursor') return { limit: PAGE_ROWS, ...(cursor?.native == null ? {} : { cursor: cursor.native }) }
  return 'lines' in parts ? { wallets: wallet } : { limit: PAGE_ROWS }
}

type Data = Record<string, unknown>

/**
 * The first row of the answer that the page shows.
 *
 * @param versions of the records that the data came from
 * @throws AppError if the list changed since the cursor was made
 */
export function firstRow(paging: Paging, data: Data, versions: readonly string[], cursor: Cursor | null): number {
  if (cursor !== null && cursor.state !== stateOf(paging, data, versions, 0)) {
    throw new AppError('validation_error', { message: 'The data changed since the first page; start again without a cursor.' })
  }
  return paging.by === 'offset' ? (cursor === null ? 0 : 1) : (cursor?.offset ?? 0)
}

/** The version of each record that has one. */
export const versionsOf = (parts: readonly PartAnswer[]): string[] =>
  parts.flatMap(({ answer }) => (answer instanceof ApiError ? [] : (answer.version ?? [])))

/** @param row the last row by offset that the caller has */
function stateOf(paging: Paging, data: Data, versions: readonly string[], row: number): string | null {
  const rows = rowsAt(data, paging.path)
  if (paging.by === 'slice') return digest(rows)
  return paging.by === 'offset' ? digest([versions, totalOf(paging, data), rows[row] ?? null]) : null
}

const answerOf = ({ path: [part] }: Paging, data: Data): Data => (data[part] ?? {}) as Data

const totalOf = (paging: Paging, data: Data): number => Number(answerOf(paging, data)[paging.total ?? 'total'] ?? 0)

/** @param end the row of the answer after the last one shown. Null at the end of the list. */
export function nextCursor(
  paging: Paging,
  data: Data,
  versions: readonly string[],
  { of, before, start, end }: { readonly of: string; readonly before: Cursor | null; readonly start: number; readonly end: number },
): string | null {
  const offset = (before?.offset ?? 0) + end - start
  const reached = { of, offset, native: before?.native ?? null, state: stateOf(paging, data, versions, end - 1) }
  if (offset < (paging.by === 'offset' ? totalOf(paging, data) : rowsAt(data, paging.path).length)) return writeCursor(reached)
  const native = paging.by === 'cursor' ? answerOf(paging, data)['next_cursor'] : null
  return typeof native === 'string' ? writeCursor({ ...reached, native, offset: 0 }) : null
}
