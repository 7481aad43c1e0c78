import { describe, expect, it } from 'vitest'
import { buildCandles, USD, type Candles } from './candles.ts'
import type { TradeRow } from '../tape/trade-rows.ts'

let next = 0
const row = (time: number | null, price: number, over: Partial<TradeRow> = {}): TradeRow => ({
  id: String((next += 1)),
  time,
  block: 1,
  side: 'buy',
  amount: 10,
  other: { address: 'SOL', amount: price * 10 },
  usd: null,
  signer: 'w',
  dex: 'd',
  pool: null,
  tx: 't',
  leg: 0,
  ...over,
})

function candles(rows: readonly TradeRow[], chosen: number | null = null): Candles | null {
  const work = buildCandles(rows, chosen)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

describe('candles', () => {
  it('have the chosen span, unless it gives too many of them', () => {
    const rows = [row(7_200, 5), row(3_599, 9), row(0, 4)]
    expect(candles(rows, 3_600)).toMatchObject({ seconds: 3_600, candles: [{ time: 0, trades: 2 }, { time: 7_200 }] })
    expect(candles(rows, 60)?.seconds).toBe(60)
    expect(candles([row(30 * 86_400, 5), row(0, 4)], 60)?.seconds).toBe(3_600)
  })

  it('open with the first trade of a span and close with its last', () => {
    const rows = [row(3, 5), row(2, 9), row(1, 1), row(0, 4, { side: 'sell' })]
    expect(candles(rows)).toEqual({
      quote: 'SOL',
      seconds: 1,
      skipped: 0,
      candles: [
        { time: 0, open: 4, high: 4, low: 4, close: 4, bought: 0, sold: 10, trades: 1 },
        { time: 1, open: 1, high: 1, low: 1, close: 1, bought: 10, sold: 0, trades: 1 },
        { time: 2, open: 9, high: 9, low: 9, close: 9, bought: 10, sold: 0, trades: 1 },
        { time: 3, open: 5, high: 5, low: 5, close: 5, bought: 10, sold: 0, trades: 1 },
      ],
    })
    const wide = candles([row(701, 5), row(600, 2), row(5, 7), row(1, 3)])
    expect(wide?.seconds).toBe(15)
    expect(wide?.candles[0]).toMatchObject({ open: 3, high: 7, low: 3, close: 7, trades: 2 })
  })

  it('use USD if most trades have it, and skip trades without a price', () => {
    const found = candles([row(2, 1, { usd: 30 }), row(1, 1), row(0, 1, { side: 'route' })])
    expect(found).toMatchObject({ quote: USD, skipped: 2, candles: [{ open: 3 }] })
  })

  it('use the most common quote token otherwise, and dollars for exactly half of the trades', () => {
    const other = { other: { address: 'RARE', amount: 1 } }
    expect(candles([row(3, 1, other), row(2, 4), row(1, 4)])).toMatchObject({ quote: 'SOL', skipped: 1 })
    expect(candles([row(2, 1, other), row(1, 1, { usd: 30 })])?.quote).toBe(USD)
  })

  it('are null if no trade has a price', () => {
    expect(candles([])).toBeNull()
    expect(candles([row(1, 1, { amount: 0 })])).toBeNull()
  })
})
