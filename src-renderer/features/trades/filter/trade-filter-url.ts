import type { TableQuery } from '../../../stores/table-url.ts'
import { ROLES } from '../wallet-roles.ts'
import { NO_FILTER, parseAmount, type TradeFilter } from './trade-filter.ts'

/** The filter of the trades in the URL. What cannot be read counts as not set. */

export function readTradeFilter({ side, min, 'min-in': unit, filter = '', without = '', roles = '' }: TableQuery): TradeFilter {
  const named = new Set(roles.split(','))
  return {
    side: side === 'buy' || side === 'sell' ? side : NO_FILTER.side,
    minimum: parseAmount(min ?? '') ?? null,
    minimumIn: unit === 'amount' ? 'amount' : 'usd',
    text: filter,
    excludedVenues: new Set(without === '' ? [] : without.split(',')),
    roles: new Set(ROLES.filter((role) => named.has(role))),
  }
}

export const tradeQuery = ({ side, minimum, minimumIn, text, excludedVenues, roles }: TradeFilter): TableQuery => ({
  side: side === NO_FILTER.side ? '' : side,
  min: minimum === null ? '' : String(minimum),
  'min-in': minimum === null || minimumIn === 'usd' ? '' : minimumIn,
  filter: text,
  without: [...excludedVenues].join(','),
  roles: [...roles].join(','),
})
