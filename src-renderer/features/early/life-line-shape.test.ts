import { describe, expect, it } from 'vitest'
import { placeOf, shapeOf, ticksOf, type Line } from './life-line-shape.ts'

const AXIS = { from: 1_000, to: 1_000 + 86_400 * 3, moment: null }
const event = (over: Partial<Line['events'][number]>): Line['events'][number] => ({
  time: 1_000,
  block: 1,
  kind: 'buy',
  amount: 1,
  balance_after: 1,
  usd: null,
  counterparty: null,
  tx: 't',
  ...over,
})
const line = (events: Line['events']): Line => ({ address: 'w', label: null, tags: ['wallet'], first_buy: null, events, truncated: false })

describe('the axis of lives', () => {
  it('gives the first minute as much room as later days, from the launch to the end', () => {
    expect(placeOf(AXIS, 1_000)).toBe(0)
    expect(placeOf(AXIS, AXIS.to)).toBe(1)
    expect(placeOf(AXIS, 1_060)).toBeGreaterThan(0.3)
    expect(placeOf(AXIS, 10)).toBe(0)
  })

  it('marks only spans that it reaches, and leaves room for the word at its end', () => {
    const reaching = (days: number) => ticksOf({ ...AXIS, to: 1_000 + 86_400 * days }).map(({ word }) => word)
    expect(reaching(3)).toEqual(['1 min', '1 h'])
    expect(reaching(20)).toEqual(['1 min', '1 h', '1 d'])
    expect(ticksOf({ from: 5, to: 5, moment: null })).toEqual([])
  })
})

describe('a life as a picture', () => {
  it('steps with the balance, relative to its peak, and ends where it stands now', () => {
    const { steps, marks } = shapeOf(line([event({ balance_after: 4 }), event({ time: AXIS.to, kind: 'sell', balance_after: 1 })]), AXIS)
    expect(steps).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0.25],
      [1, 0.25],
    ])
    expect(marks).toEqual([
      { x: 0, y: 1, kind: 'buy' },
      { x: 1, y: 0.25, kind: 'sell' },
    ])
  })

  it('draws no balance that is not known, and no event without a time', () => {
    const { steps, marks } = shapeOf(line([event({ balance_after: null }), event({ time: null })]), AXIS)
    expect(steps).toBeNull()
    expect(marks).toHaveLength(1)
  })
})
