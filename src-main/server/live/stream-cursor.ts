import type { TradePosition } from '../../../src-shared/domain/trade-position.ts'
import type { Since } from '../../ingest/follow/interface.ts'
import type { StreamName } from '../../../src-shared/contract/streams.ts'

/**
 * Cursors of stream events (docs/api/streams.md#resuming): the row of the last event in the store, as opaque text. Rows only grow and are never
 * used twice, so a cursor stays valid when its event is deleted.
 */

/** The streams whose events are stored, and the letters of their cursors. */
const LETTERS = { dex_trades: 't', scanner: 's' } as const satisfies Partial<Record<StreamName, string>>
export type StoredStream = keyof typeof LETTERS

export const isStoredStream = (stream: StreamName): stream is StoredStream => Object.hasOwn(LETTERS, stream)

/** Trades of a whole network have no row, so their cursor is their position in the chain. */
const POSITION = /^b([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})(?:\.([0-9a-zA-Z]{1,16}))?$/

export const streamCursor = (stream: StoredStream, row: number): string => LETTERS[stream] + row.toString(36)

export const positionCursor = ({ block, tx, event, leg, hash }: TradePosition): string =>
  `b${[block, tx, event, leg].map((number) => number.toString(36)).join('.')}${hash === null ? '' : `.${hash}`}`

/** A cursor, an ISO 8601 time or Unix seconds. Null for anything else. */
export function parseSince(stream: StoredStream, value: unknown): Since | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? { time: value } : null
  if (typeof value !== 'string') return null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) {
    const ms = Date.parse(value)
    return Number.isNaN(ms) ? null : { time: Math.floor(ms / 1000) }
  }
  const position = stream === 'dex_trades' ? parsePosition(value) : null
  if (position !== null) return { position }
  const row = new RegExp(`^${LETTERS[stream]}([0-9a-z]{1,11})$`).exec(value)?.[1]
  const parsed = row === undefined ? NaN : Number.parseInt(row, 36)
  return Number.isSafeInteger(parsed) ? { row: parsed } : null
}

function parsePosition(value: string): TradePosition | null {
  const [, ...parts] = POSITION.exec(value) ?? []
  const [block = NaN, tx = NaN, event = NaN, leg = NaN] = parts.slice(0, 4).map((part) => Number.parseInt(part, 36))
  return [block, tx, event, leg].every(Number.isSafeInteger) ? { block, tx, event, leg, hash: parts[4] ?? null } : null
}
