import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { PoolLiquidity } from '../../chains/security/facts.ts'
import type { ScanInput } from '../../scan/input.ts'
import { lockedWeighted } from '../../scan/liquidity.ts'
import { lpUnlocked } from '../../scan/rules/lp_unlocked.ts'
import { valuePools } from './value-pools.ts'

const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const pool = (quote: string, quoteRaw: bigint, lockedPct: number): PoolLiquidity => ({
  ...{ pool: trustedAddress(`pool of ${quote}`), quote: trustedAddress(quote), quoteRaw, quoteUsd: null, lockedPct, locks: [] },
  ...{ largestFreePct: 100 - lockedPct, largestFreeOwner: lockedPct === 100 ? null : trustedAddress('maker') },
})

describe('a pool of a token that anyone made, with any amount of it', () => {
  /** As the chain lists them: largest raw amount first. */
  const pools = [pool('a quote token of the maker', 10n ** 18n, 100), pool(SOL, 50_000_000_000n, 0)]

  it.each([150, null])('hides no pool of SOL whose owner can empty it, with the price of SOL %s', (nativeUsd) => {
    const valued = valuePools('sol', pools, nativeUsd)
    expect(valued.map(({ quote }) => quote)).toEqual([SOL, 'a quote token of the maker'])
    expect(lockedWeighted(valued)).toBe(0)
    expect(lpUnlocked.decide({ facts: { liquidity: valued } } as unknown as ScanInput)).toMatchObject({ state: 'applies', evidence: ['maker'] })
  })
})

it('pools of listed tokens are sorted by value', () => {
  const pools = [pool(SOL, 50_000_000_000n, 100), pool(USDC, 9_000_000_000n, 0)]
  expect(valuePools('sol', pools, 150).map(({ quoteUsd }) => quoteUsd)).toEqual([9_000, 7_500])
})

it('pools of listed tokens keep their order while the value of one is unknown', () => {
  const pools = [pool(USDC, 1_000_000n, 0), pool(SOL, 50_000_000_000n, 100), pool(USDC, 9_000_000_000n, 0)]
  expect(valuePools('sol', pools, null).map(({ quoteRaw }) => quoteRaw)).toEqual(pools.map(({ quoteRaw }) => quoteRaw))
})

it('a pool without a price leaves the others counted by their values', () => {
  const pools = [pool('a quote token of the maker', 10n ** 18n, 100), pool(SOL, 50_000_000_000n, 0), pool(USDC, 22_500_000_000n, 100)]
  expect(lockedWeighted(valuePools('sol', pools, 150))).toBe(75)
})

describe('pools whose owners are unknown', () => {
  const unknownOwners = (quoteRaw: bigint): PoolLiquidity => ({
    ...pool(SOL, quoteRaw, 0),
    lockedPct: null,
    largestFreePct: null,
    largestFreeOwner: null,
  })
  const decide = (pools: readonly PoolLiquidity[]) => {
    const valued = valuePools('sol', pools, 150)
    return [lockedWeighted(valued), lpUnlocked.decide({ facts: { liquidity: valued } } as unknown as ScanInput)]
  }

  it('leave the locked share unknown, and the finding where it depends on them', () => {
    expect(decide([pool(SOL, 60n, 0), unknownOwners(40n)])).toEqual([null, expect.objectContaining({ state: 'applies', value: '0 % to 40.0 %' })])
    expect(decide([pool(SOL, 60n, 100), unknownOwners(40n)])).toEqual([null, { state: 'clear' }])
    expect(decide([pool(SOL, 60n, 20), unknownOwners(50n)])).toEqual([null, expect.objectContaining({ state: 'unknown' })])
    expect(decide([unknownOwners(100n)])).toEqual([null, expect.objectContaining({ state: 'unknown' })])
  })

  it('change nothing where they hold less than a hundredth', () => {
    expect(decide([pool(SOL, 10_000n, 0), unknownOwners(90n)])).toEqual([0, expect.objectContaining({ state: 'applies', value: 0 })])
    expect(decide([pool(SOL, 100n, 100), unknownOwners(0n)])).toEqual([100, { state: 'clear' }])
  })
})
