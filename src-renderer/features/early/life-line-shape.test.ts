import { describe, expect, it } from 'vitest'
import { axisPosition, lifeShape, axisTicks, type Line } from './life-line-shape.ts'

const AXIS = { from: 1_000, to: 1_000 + 86_400 * 3, snapshot: null }
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

describe('the life line axis', () => {
  it('is logarithmic from the launch to the end', () => {
    expect(axisPosition(AXIS, 1_000)).toBe(0)
    expect(axisPosition(AXIS, AXIS.to)).toBe(1)
    expect(axisPosition(AXIS, 1_060)).toBeGreaterThan(0.3)
    expect(axisPosition(AXIS, 10)).toBe(0)
  })

  it('has ticks only for reached spans, and keeps room for the end label', () => {
    const reaching = (days: number) => axisTicks({ ...AXIS, to: 1_000 + 86_400 * days }).map(({ label }) => label)
    expect(reaching(3)).toEqual(['1 min', '1 h'])
    expect(reaching(20)).toEqual(['1 min', '1 h', '1 d'])
    expect(axisTicks({ from: 5, to: 5, snapshot: null })).toEqual([])
  })
})

describe('the life line', () => {
  it('steps with the balance relative to its peak and ends at the current balance', () => {
    const { steps, marks } = lifeShape(line([event({ balance_after: 4 }), event({ time: AXIS.to, kind: 'sell', balance_after: 1 })]), AXIS)
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

  it('omits unknown balances and events without a time', () => {
    const { steps, marks } = lifeShape(line([event({ balance_after: null }), event({ time: null })]), AXIS)
    expect(steps).toBeNull()
    expect(marks).toHaveLength(1)
  })
})
