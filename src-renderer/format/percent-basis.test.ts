import { describe, expect, it } from 'vitest'
import { outsidePercent, shareBy } from './percent-basis.ts'

const POOL = { percentage: 40, tags: ['smart_contract', 'liquidity_pool'] as const }
const BURN = { percentage: 10, tags: ['burn'] as const }
const WALLET = { percentage: 5, tags: ['wallet'] as const }

describe('percent with and without pools and burns', () => {
  it('leaves shares of supply as they are', () => {
    expect(shareBy('supply', outsidePercent([POOL, BURN, WALLET]))(WALLET)).toBe(5)
  })

  it('counts the rest anew without them, and gives them no share', () => {
    const share = shareBy('circulating', outsidePercent([POOL, BURN, WALLET]))
    expect(share(WALLET)).toBe(10)
    expect(share(POOL)).toBeNull()
    expect(share(BURN)).toBeNull()
  })

  it('has no shares to give when everything is in pools', () => {
    expect(shareBy('circulating', 100)(WALLET)).toBeNull()
  })
})
