import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { u64 } from '../../../../../e2e/fixtures/surfpool/client.ts'
import type { SolanaProxyOptions } from '../../../../../e2e/fixtures/surfpool/proxy.ts'
import { gap, key, SOL } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { valueOf } from '../../../security/concentrated.ts'
import { CLMM_PROGRAMS, RAYDIUM_CLMM } from './raydium-clmm.ts'
import { addressOf, i32, INCINERATOR, poolOf, PoolsWithPositions, u128, type PoolSides, type Scanned } from './testing/pools-with-positions.ts'
import { WHIRLPOOLS } from './whirlpools.ts'

/**
 * Pools and positions of Orca Whirlpools and Raydium CLMM, laid out field by field as their programs publish them
 * (https://github.com/orca-so/whirlpools/tree/main/programs/whirlpool/src/state,
 * https://github.com/raydium-io/raydium-clmm/tree/master/programs/amm/src/states). The programs do not run, so this does not prove that they write them so.
 */

const missing = surfpoolMissing()
const ROOT = 3n << 63n
const TICK = 8_109
const BURN_AND_EARN = 'kN1kEznaF5Xbd8LYuqtEFcxzWSBk5Fv6ygX6SqEGJVy'

interface PositionSpec {
  readonly owner: string
  readonly liquidity: bigint
  /** Ticks from the current one. */
  readonly from?: number
  readonly to?: number
  /** Another position of the same bundle has the same number. */
  readonly bundle?: number
  readonly isBurned?: boolean
  readonly isLocked?: boolean
}
interface PoolSpec {
  readonly positions: readonly PositionSpec[]
  /** Active liquidity that no position has. */
  readonly unlisted?: bigint
  /** A fork, instead of the exchange itself. */
  readonly program?: string
}
interface Venue {
  readonly program: string
  readonly pool: (active: bigint, sides: PoolSides) => Buffer[]
  readonly position: (pool: string, nft: string, ticks: readonly [number, number], liquidity: bigint) => Buffer[]
}

const VENUES: Readonly<Record<string, Venue>> = {
  'Orca Whirlpools': {
    program: WHIRLPOOLS,
    // Config, bump, spacing, tier and two fees; then liquidity, price, tick and two owed fees; then mint, vault and fee growth of each side.
    pool: (active, { token, vaults: [own, quote] }) => [
      ...[gap(8 + 32 + 1 + 2 + 2 + 2 + 2), u128(active), u128(ROOT), i32(TICK), gap(8 + 8)],
      ...[key(SOL), key(quote), gap(16), key(token), key(own), gap(16), gap(8 + 384)],
    ],
    position: (pool, nft, [lower, upper], liquidity) => [gap(8), key(pool), key(nft), u128(liquidity), i32(lower), i32(upper), gap(2 * 24 + 72)],
  },
  'Raydium CLMM': {
    program: RAYDIUM_CLMM,
    // Bump, config and owner; both mints and vaults; observation, two decimals and spacing; then liquidity, price and tick.
    pool: (active, { token, vaults: [own, quote] }) => [
      ...[gap(8 + 1 + 32 + 32), key(token), key(SOL), key(own), key(quote), gap(32 + 1 + 1 + 2)],
      ...[u128(active), u128(ROOT), i32(TICK), gap(1_271)],
    ],
    position: (pool, nft, [lower, upper], liquidity) => [
      ...[gap(8 + 1), key(nft), key(pool), i32(lower), i32(upper), u128(liquidity), gap(2 * 16 + 2 * 8 + 3 * 24 + 8 + 56)],
    ],
  },
}

describe.skipIf(missing !== null)(`positions between ticks on a real Solana node ${missing ?? ''}`, () => {
  let pools: PoolsWithPositions
  beforeAll(async () => {
    pools = await PoolsWithPositions.open()
  })
  afterAll(() => pools.node.stop())

  async function scan(name: string, venue: string, { positions, unlisted = 0n, ...fork }: PoolSpec, proxied?: SolanaProxyOptions): Promise<Scanned> {
    const { program, pool, position } = { ...(VENUES[venue] as Venue), ...fork }
    for (const [i, { owner, liquidity, from = -100, to = 100, bundle, isBurned = false, isLocked = false }] of positions.entries()) {
      const [address, nft] = [`position ${name} ${i}`, `nft ${name} ${bundle ?? i}`].map(addressOf) as [string, string]
      await pools.set(address, program, position(poolOf(name), nft, [TICK + from, TICK + to], liquidity))
      await pools.setNft(nft, { owner, account: addressOf(`held ${nft}`), isBurned })
      // A position, its owner, its pool, the time and the kind of lock.
      if (isLocked)
        await pools.set(addressOf(`lock ${address}`), program, [gap(8), key(address), key(owner), key(poolOf(name)), u64(1n), gap(1 + 128)])
    }
    const active = positions.filter(({ from = -100, to = 100 }) => from <= 0 && to > 0).reduce((sum, { liquidity }) => sum + liquidity, unlisted)
    return pools.scan(name, { program, layout: (sides) => pool(active, sides), ...(proxied === undefined ? {} : { proxied }) })
  }

  const [ann, bob] = ['ann', 'bob'].map(addressOf) as [string, string]
  const venues = Object.keys(VENUES)
  /** Values have double precision. */
  const shares = (locked: number, free: number, owner: string) => ({
    lockedPct: expect.closeTo(locked, 9) as number,
    largestFreePct: expect.closeTo(free, 9) as number,
    largestFreeOwner: owner,
  })

  it.each(venues)('%s: shares are of the value at the current price, in range or not', async (venue) => {
    const specs = [
      { owner: ann, liquidity: 5_000_000n, from: -3_000, to: -1_000 },
      { owner: bob, liquidity: 9_000_000n, from: 500, to: 2_500 },
      { owner: bob, liquidity: 7_000_000n },
      { owner: ann, liquidity: 0n },
    ]
    const values = specs.map(({ liquidity, from = -100, to = 100 }) => valueOf({ lower: TICK + from, upper: TICK + to, liquidity }, 1.5))
    const whole = values.reduce((sum, value) => sum + value, 0)
    const { pool, partial } = await scan(`values ${venue}`, venue, { positions: specs })
    expect(pool).toMatchObject({ ...shares(0, (((values[1] ?? 0) + (values[2] ?? 0)) / whole) * 100, bob), locks: [] })
    expect(partial).toEqual([])
  })

  it.each(venues)('%s: what burned NFTs and the incinerator have is burned', async (venue) => {
    const { pool, partial } = await scan(`burned ${venue}`, venue, {
      positions: [
        { owner: ann, liquidity: 30n, isBurned: true },
        { owner: INCINERATOR, liquidity: 50n },
        { owner: bob, liquidity: 20n },
      ],
    })
    expect(pool).toMatchObject(shares(80, 20, bob))
    expect(pool?.locks.map(({ percentage, type }) => [Math.round(percentage), type])).toEqual([
      [50, 'burn'],
      [30, 'burn'],
    ])
    expect(partial).toEqual([])
  })

  it.each(CLMM_PROGRAMS)('Raydium CLMM and forks (%s): what the lock program has is locked', async (program) => {
    const positions = [
      { owner: BURN_AND_EARN, liquidity: 75n },
      { owner: ann, liquidity: 25n },
    ]
    const { pool } = await scan(`earn ${program}`, 'Raydium CLMM', { positions, program })
    expect(pool).toMatchObject({ ...shares(75, 25, ann), locks: [{ type: 'Raydium Burn & Earn', unlockAt: null }] })
  })

  it('Orca: locked positions, and the positions of a bundle', async () => {
    const positions = [
      { owner: ann, liquidity: 60n, isLocked: true },
      { owner: ann, liquidity: 15n },
      { owner: bob, liquidity: 10n, bundle: 9 },
      { owner: bob, liquidity: 15n, bundle: 9 },
    ]
    const { pool, calls } = await scan('locked', 'Orca Whirlpools', { positions })
    expect(pool).toMatchObject({ ...shares(60, 25, bob), locks: [{ type: 'Orca', unlockAt: null }] })
    // One for the token, one for each of the two NFTs that are not locked.
    expect(calls.get('getTokenLargestAccounts')).toBe(3)
  })

  it.each(venues)('%s: owners are unknown if the positions do not explain the active liquidity', async (venue) => {
    const { pool, partial } = await scan(`unexplained ${venue}`, venue, { positions: [{ owner: ann, liquidity: 50n }], unlisted: 50n })
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null, largestFreeOwner: null })
    expect(partial).toContainEqual(expect.stringMatching(/^The owners of 50.* of the liquidity of the pool \w+ are unknown\.$/))
  })

  it('looks for the holders of the hundred largest positions', async () => {
    const positions = Array.from({ length: 130 }, (_, i) => ({ owner: i === 0 ? bob : ann, liquidity: i === 0 ? 1_000n : 10n }))
    const { pool, partial, calls } = await scan('many', 'Raydium CLMM', { positions })
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(partial).toContainEqual(expect.stringMatching(/^The owners of 13.* of the liquidity of the pool \w+ are unknown\.$/))
    expect(calls.get('getTokenLargestAccounts')).toBe(1 + 100)
  })

  it('leaves out the smallest positions, without a call for each', async () => {
    const positions = Array.from({ length: 40 }, (_, i) => ({ owner: i === 0 ? bob : ann, liquidity: i === 0 ? 100_000n : 1n }))
    const { pool, partial, calls } = await scan('dust', 'Raydium CLMM', { positions })
    expect(pool).toMatchObject({ lockedPct: 0, largestFreePct: expect.closeTo(99.961, 3) as number, largestFreeOwner: bob })
    expect([partial, calls.get('getTokenLargestAccounts')]).toEqual([[], 1 + 1])
  })

  it.each(venues)('%s: owners are unknown if the list of positions is too long', async (venue) => {
    const rows = Array.from({ length: 30_000 }, () => ({
      pubkey: ann,
      account: { owner: VENUES[venue]?.program, executable: false, lamports: 1, data: [Buffer.alloc(88).toString('base64'), 'base64'] },
    }))
    const proxied: SolanaProxyOptions = { instead: ({ method }) => Promise.resolve(method === 'getProgramAccounts' ? { result: rows } : undefined) }
    const { pool, partial } = await scan(`long ${venue}`, venue, { positions: [{ owner: ann, liquidity: 50n }] }, proxied)
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(partial).toContainEqual(expect.stringMatching(/^The pool \w+ has more positions than are read\.$/))
  })

  it.each(venues)('%s: owners are unknown if the endpoint lists no positions, or does not find the holder of an NFT', async (venue) => {
    const positions = [{ owner: ann, liquidity: 50n }]
    const unlisted = await scan(`refused ${venue}`, venue, { positions }, { without: ['getProgramAccounts'] })
    expect(unlisted.pool).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(unlisted.partial).toContainEqual(expect.stringContaining('does not list the positions of the pool'))
    const unfound = await scan(`unfound ${venue}`, venue, { positions }, { without: ['getTokenLargestAccounts'] })
    expect(unfound.pool).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(unfound.partial).toContainEqual(expect.stringMatching(/^The owners of 100.* of the liquidity of the pool \w+ are unknown\.$/))
  })
})
