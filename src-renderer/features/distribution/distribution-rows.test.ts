import { describe, expect, it } from 'vitest'
import { lorenzRows } from './distribution-rows.ts'

describe('the Lorenz curve in words', () => {
  it('reads between the points', () => {
    const rows = lorenzRows([
      [0, 0],
      [0.5, 0.1],
      [1, 1],
    ])
    expect(rows.find(({ holders }) => holders === 0.25)?.balance).toBeCloseTo(0.05)
    expect(rows.find(({ holders }) => holders === 0.75)?.balance).toBeCloseTo(0.55)
    expect(rows.at(-1)).toEqual({ holders: 1, balance: 1 })
  })

  it('says nothing about nobody', () => {
    expect(lorenzRows([])).toEqual([])
  })
})
