import { describe, expect, it } from 'vitest'
import { deriveSupply } from './supply.ts'

describe('the supply from balances and shares', () => {
  it('is exact where shares carry all digits of a double', () => {
    const supply = 1_000_000_000_000_000_000n
    const rows = [230000000000218400n, 91133407769428140n, 12737424665099430n].map((raw) => ({
      raw,
      percentage: (Number(raw) / Number(supply)) * 100,
    }))
    expect(deriveSupply(rows)?.raw).toBe(supply)
  })

  it('takes the roundest number that all shares allow', () => {
    const rows = [
      { raw: 333_333n, percentage: 33.3333 },
      { raw: 100_000n, percentage: 10 },
      { raw: 57n, percentage: 0.0057 },
    ]
    expect(deriveSupply(rows)?.raw).toBe(1_000_000n)
  })

  it('says how far off it may be when shares are rounded', () => {
    const found = deriveSupply([{ raw: 500_000n, percentage: 50.1 }])
    expect(found).not.toBeNull()
    const error = (found?.raw ?? 0n) - 998_003n
    expect(error < 0n ? -error : error).toBeLessThanOrEqual(found?.within ?? 0n)
  })

  it('reads shares written with an exponent', () => {
    expect(
      deriveSupply([
        { raw: 5n, percentage: 5e-7 },
        { raw: 100_000_000n, percentage: 10 },
      ])?.raw,
    ).toBe(1_000_000_000n)
  })

  it('is unknown when no holder has a share', () => {
    expect(deriveSupply([{ raw: 5n, percentage: 0 }])).toBeNull()
  })
})
