import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { u16, u64 } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { gap, key, SOL } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { DLMM } from './dlmm-accounts.ts'
import { addressOf, i32, INCINERATOR, poolOf, PoolsWithPositions, u128, type Scanned } from './testing/pools-with-positions.ts'

/**
 * Pools, positions and bins of Meteora DLMM, laid out field by field as its program publishes them
 * (https://github.com/MeteoraAg/dlmm-sdk/blob/main/idls/dlmm.json). The program does not run, so this does not prove that it writes them so.
 */

const missing = surfpoolMissing()
const DAY = 86_400
const BINS = 70
const POSITION = Buffer.from([117, 176, 212, 199, 245, 180, 133, 182])
const BIN_ARRAY = Buffer.from([92, 142, 92, 220, 5, 148, 70, 181])
const LIMIT_ORDER = Buffer.from([137, 183, 212, 91, 115, 29, 141, 227])
const STEP_BPS = 100
const ACTIVE = 70

/** Raw amounts of a bin by its id, and who has how many of its shares. */
interface BinSpec {
  readonly x?: bigint
  readonly y?: bigint
  readonly supply: bigint
}
interface PositionSpec {
  readonly owner: string
  readonly from: number
  /** Shares of the bins from there on. */
  readonly shares: readonly bigint[]
  /** Days from now. */
  readonly lockedFor?: number
}
interface PoolSpec {
  readonly bins: Readonly<Record<number, BinSpec>>
  readonly positions: readonly PositionSpec[]
  readonly isBySlot?: boolean
}

describe.skipIf(missing !== null)(`positions of Meteora DLMM on a real Solana node ${missing ?? ''}`, () => {
  let pools: PoolsWithPositions
  beforeAll(async () => {
    pools = await PoolsWithPositions.open()
  })
  afterAll(() => pools.node.stop())

  async function setPosition(name: string, i: number, { owner, from, shares, lockedFor = 0 }: PositionSpec): Promise<void> {
    const first = Array.from({ length: BINS }, (_, bin) => u128(shares[bin] ?? 0n))
    const further = shares.slice(BINS).flatMap((share) => [u128(share), gap(48 + 48)])
    await pools.set(addressOf(`position ${name} ${i}`), DLMM, [
      ...[POSITION, key(poolOf(name)), key(owner), ...first, gap(BINS * (48 + 48)), i32(from), i32(from + shares.length - 1)],
      // The time of an update, two claimed fees and two claimed rewards, and the operator; then the end of the lock.
      ...[gap(8 + 2 * 8 + 2 * 8 + 32), u64(lockedFor === 0 ? 0n : BigInt(pools.now + lockedFor * DAY)), gap(1 + 32 + 1 + 1 + 85), ...further],
    ])
  }

  async function setBins(name: string, bins: PoolSpec['bins']): Promise<void> {
    const ids = Object.keys(bins).map(Number)
    for (const index of new Set(ids.map((id) => Math.floor(id / BINS)))) {
      const data = Array.from({ length: BINS }, (_, i) => {
        const { x = 0n, y = 0n, supply } = bins[index * BINS + i] ?? { supply: 0n }
        return [u64(x), u64(y), gap(16), u128(supply), gap(96)]
      })
      const signed = Buffer.alloc(8)
      signed.writeBigInt64LE(BigInt(index))
      await pools.set(addressOf(`bins ${name} ${index}`), DLMM, [BIN_ARRAY, signed, gap(8), key(poolOf(name)), ...data.flat()])
    }
  }

  async function scan(name: string, { bins, positions, isBySlot = false }: PoolSpec, without?: string): Promise<Scanned> {
    for (const [i, spec] of positions.entries()) await setPosition(name, i, spec)
    await setBins(name, bins)
    // A limit order begins like a position. It is not liquidity.
    await pools.set(addressOf(`order ${name}`), DLMM, [LIMIT_ORDER, key(poolOf(name)), key(addressOf('carl')), gap(8_048)])
    return pools.scan(name, {
      program: DLMM,
      // Two sets of parameters, three seeds and the kind of the pool; the active bin and the step; the status and two seeds; what a point in time is.
      layout: ({ token, vaults: [own, quote] }) => [
        ...[gap(8 + 32 + 32 + 1 + 2 + 1), i32(ACTIVE), u16(STEP_BPS), gap(1 + 1 + 2), Buffer.from([isBySlot ? 0 : 1]), gap(1)],
        ...[key(token), key(SOL), key(own), key(quote), gap(688)],
      ],
      ...(without === undefined ? {} : { proxied: { without: [without] } }),
    })
  }

  const [ann, bob] = ['ann', 'bob'].map(addressOf) as [string, string]
  const price = (1 + STEP_BPS / 10_000) ** ACTIVE
  const whole = { [ACTIVE]: { y: 1_000n, supply: 100n } }

  it('counts shares of bins by what they are worth at the price of the active bin', async () => {
    const bins = {
      [-1]: { y: 4_000n, supply: 10n },
      [ACTIVE]: { x: 1_000n, y: 1_000n, supply: 100n },
      [ACTIVE + 80]: { x: 6_000n, supply: 40n },
    }
    const positions = [
      { owner: ann, from: ACTIVE, shares: [75n, ...Array.from({ length: 79 }, () => 0n), 10n] },
      { owner: bob, from: -3, shares: [0n, 0n, 10n] },
      { owner: bob, from: ACTIVE, shares: [25n] },
      { owner: bob, from: ACTIVE + 80, shares: [30n] },
    ]
    const { pool, partial } = await scan('shares', { bins, positions })
    const [active, high] = [1_000 * price + 1_000, 6_000 * price]
    const bobs = (4_000 + active / 4 + (high * 3) / 4) / (4_000 + active + high)
    expect(pool).toMatchObject({ lockedPct: 0, locks: [], largestFreePct: expect.closeTo(bobs * 100, 9) as number, largestFreeOwner: bob })
    expect(partial).toEqual([])
  })

  it('counts a position as locked until its release, and as burned at the incinerator', async () => {
    const positions = [
      { owner: ann, from: ACTIVE, shares: [50n], lockedFor: 30 },
      { owner: ann, from: ACTIVE, shares: [15n], lockedFor: -1 },
      { owner: INCINERATOR, from: ACTIVE, shares: [25n] },
      { owner: bob, from: ACTIVE, shares: [10n] },
    ]
    const { pool } = await scan('locked', { bins: whole, positions })
    expect(pool).toMatchObject({ lockedPct: 75, largestFreePct: 15, largestFreeOwner: ann })
    expect(pool?.locks).toEqual([
      { percentage: 50, type: 'Meteora', unlockAt: pools.now + 30 * DAY },
      { percentage: 25, type: 'burn', unlockAt: null },
    ])
  })

  it('does not date a lock that is counted in slots', async () => {
    const { pool } = await scan('slots', { bins: whole, positions: [{ owner: ann, from: ACTIVE, shares: [100n], lockedFor: 30 }], isBySlot: true })
    expect(pool).toMatchObject({ lockedPct: 100, locks: [{ percentage: 100, type: 'Meteora', unlockAt: null }], largestFreePct: 0 })
  })

  it.each([
    ['have less than', 40n, 60],
    ['have more than', 150n, 50],
  ])('is unknown where the positions %s the shares of a bin', async (name, share, pct) => {
    const { pool, partial } = await scan(name, { bins: whole, positions: [{ owner: ann, from: ACTIVE, shares: [share] }] })
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null, largestFreeOwner: null })
    expect(partial).toContainEqual(expect.stringMatching(new RegExp(`^The owners of ${pct}.* of the liquidity of the pool \\w+ are unknown\\.$`)))
  })

  it('is unknown where the endpoint lists no positions', async () => {
    const { pool, partial } = await scan('refused', { bins: whole, positions: [{ owner: ann, from: ACTIVE, shares: [100n] }] }, 'getProgramAccounts')
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(partial).toContainEqual(expect.stringContaining('does not list the positions of the pool'))
  })
})
