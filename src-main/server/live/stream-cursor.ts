import type { StreamName } from '../../../src-shared/contract/streams.ts'

/**
 * Cursors of stream events (docs/api/streams.md#resuming): the row of the last event in the store, as opaque text. Rows only grow and are never
 * used twice, so a cursor stays valid when its event is deleted.
 */

/** The streams whose events are stored, and the letters of their cursors. */
const LETTERS = { dex_trades: 't', scanner: 's' } as const satisfies Partial<Record<StreamName, string>>
export type StoredStream = keyof typeof LETTERS

export const isStoredStream = (stream: StreamName): stream is StoredStream => Object.hasOwn(LETTERS, stream)

/** Where a subscription begins: after a row, or at a time (Unix seconds). */
export type Since = { readonly row: number } | { readonly time: number }

export const streamCursor = (stream: StoredStream, row: number): string => LETTERS[stream] + row.toString(36)

/** A cursor, an ISO 8601 time or Unix seconds. Null for anything else. */
export function parseSince(stream: StoredStream, value: unknown): Since | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? { time: value } : null
  if (typeof value !== 'string') return null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) {
    const ms = Date.parse(value)
    return Number.isNaN(ms) ? null : { time: Math.floor(ms / 1000) }
  }
  const row = new RegExp(`^${LETTERS[stream]}([0-9a-z]{1,11})$`).exec(value)?.[1]
  const parsed = row === undefined ? NaN : Number.parseInt(row, 36)
  return Number.isSafeInteger(parsed) ? { row: parsed } : null
}
