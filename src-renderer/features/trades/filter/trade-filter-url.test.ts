import { describe, expect, it } from 'vitest'
import { NO_FILTER } from './trade-filter.ts'
import { readTradeFilter, tradeQuery } from './trade-filter-url.ts'

describe('the filter of the trades', () => {
  it('comes back from its parameters, and has none when it is empty', () => {
    const filter = {
      ...({ side: 'sell', minimum: 2500, minimumIn: 'amount', text: 'Ray' } as const),
      ...{ excludedVenues: new Set(['Orca', 'Meteora DLMM']), roles: new Set(['sniper'] as const) },
    }
    expect(readTradeFilter(tradeQuery(filter))).toEqual(filter)
    expect(Object.values(tradeQuery(NO_FILTER)).join('')).toBe('')
    expect(readTradeFilter({})).toEqual(NO_FILTER)
    expect(readTradeFilter({ side: 'up', min: 'many', roles: 'king', 'min-in': 'kg' })).toEqual(NO_FILTER)
  })
})
