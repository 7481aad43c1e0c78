import { describe, expect, it } from 'vitest'
import { excludedPercent, createShareReader } from './percent-basis.ts'

const POOL = { percentage: 40, tags: ['smart_contract', 'liquidity_pool'] as const }
const BURN = { percentage: 10, tags: ['burn'] as const }
const WALLET = { percentage: 5, tags: ['wallet'] as const }

describe('percent basis', () => {
  it('keeps shares of total supply', () => {
    expect(createShareReader('supply', excludedPercent([POOL, BURN, WALLET]))(WALLET)).toBe(5)
  })

  it('excludes pools and burns and rescales the rest', () => {
    const share = createShareReader('circulating', excludedPercent([POOL, BURN, WALLET]))
    expect(share(WALLET)).toBe(10)
    expect(share(POOL)).toBeNull()
    expect(share(BURN)).toBeNull()
  })

  it('has no shares if everything is in pools', () => {
    expect(createShareReader('circulating', 100)(WALLET)).toBeNull()
  })
})
