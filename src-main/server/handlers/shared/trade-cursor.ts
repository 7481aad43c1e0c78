import { hash } from 'node:crypto'
import { z } from 'zod'
import type { TradeCursor } from '../../../store/interface.ts'
import { inputError } from '../../http/input-error.ts'
import type { TradeSubject } from './trade-filter.ts'

/**
 * Cursors of trade pages: opaque text with the end of a page. A checksum over position and filter binds the two, so a cursor of another query,
 * or a mistyped one, is refused instead of skipping trades.
 */

export interface CursorScope extends TradeSubject {
  readonly sort: 'asc' | 'desc'
}

const CHECK_LENGTH = 16
const cursorNumbers = z.union([z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]), z.tuple([z.int()])])

/** Where paging continues: after a trade of a page, or after the newest row that existed when the first page was read. */
export type PageEnd = TradeCursor | { readonly storedAfter: number }

const checksum = (scope: CursorScope, text: string): string =>
  hash('sha256', [scope.network, scope.by, scope.address, scope.sort, text].join('\n'), 'hex').slice(0, CHECK_LENGTH)

export function writeCursor(scope: CursorScope, end: PageEnd): string {
  const text = JSON.stringify('storedAfter' in end ? [end.storedAfter] : numbersOf(end))
  return Buffer.from(checksum(scope, text) + text).toString('base64url')
}

const numbersOf = ({ position, leg, rowId, ceiling }: TradeCursor): number[] => [position.block, position.tx, position.event, leg, rowId, ceiling]

/** @throws InputError for anything that `writeCursor` did not make for the same scope. */
export function readCursor(scope: CursorScope, cursor: string): PageEnd {
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8')
  const text = decoded.slice(CHECK_LENGTH)
  if (checksum(scope, text) !== decoded.slice(0, CHECK_LENGTH)) {
    throw inputError(['query', 'cursor'], 'The cursor does not belong to this filter and order.', 'cursor')
  }
  const numbers = cursorNumbers.parse(JSON.parse(text))
  if (numbers.length === 1) return { storedAfter: numbers[0] }
  const [block, tx, event, leg, rowId, ceiling] = numbers
  return { position: { block, tx, event }, leg, rowId, ceiling }
}
