import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, u16, u64 } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { gap, key, SOL } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { programAddress } from '../../encoding/program-address.ts'
import { DAMM_V2 } from './damm-v2.ts'
import { addressOf, INCINERATOR, poolOf, PoolsWithPositions, QUOTE, u128, type Scanned } from './testing/pools-with-positions.ts'

/**
 * Pools, positions and schedules of Meteora DAMM v2, laid out field by field as its program publishes them
 * (https://github.com/MeteoraAg/damm-v2/tree/main/programs/cp-amm/src/state). The program does not run, so this does not prove that it writes them so.
 */

const missing = surfpoolMissing()
const DAY = 86_400

interface Lock {
  /** Days from now. */
  readonly cliff: number
  readonly atCliff: bigint
  readonly perDay?: bigint
  readonly days?: number
}
interface PositionSpec {
  readonly owner: string
  readonly unlocked?: bigint
  readonly permanent?: bigint
  /** A schedule in the position, and one in an account of its own. */
  readonly inner?: Lock
  readonly outer?: Lock
  /** Liquidity that the position has locked without a schedule. */
  readonly unexplained?: bigint
  /** What happened to the NFT: the whole account is gone, it is in another account, or it was burned. */
  readonly nft?: 'lost' | 'moved' | 'burned'
}
interface PoolSpec {
  readonly positions: readonly PositionSpec[]
  /** Liquidity that the pool counts and no position has. */
  readonly unlisted?: bigint
  readonly without?: string
}

const totalOf = (lock: Lock | undefined): bigint => (lock === undefined ? 0n : lock.atCliff + (lock.perDay ?? 0n) * BigInt(lock.days ?? 0))
const vestedOf = ({ inner, outer, unexplained = 0n }: PositionSpec): bigint => totalOf(inner) + totalOf(outer) + unexplained
const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n)

describe.skipIf(missing !== null)(`positions of Meteora DAMM v2 on a real Solana node ${missing ?? ''}`, () => {
  let pools: PoolsWithPositions
  beforeAll(async () => {
    pools = await PoolsWithPositions.open()
  })
  afterAll(() => pools.node.stop())

  const scheduleBytes = (lock: Lock | undefined): Buffer =>
    lock === undefined
      ? gap(80)
      : Buffer.concat([
          ...[u64(BigInt(pools.now + lock.cliff * DAY)), u64(BigInt(DAY))],
          ...[u128(lock.atCliff), u128(lock.perDay ?? 0n), u128(0n), u16(lock.days ?? 0), gap(14)],
        ])

  async function setPosition(pool: string, name: string, spec: PositionSpec): Promise<void> {
    const [address, nft] = [`position ${name}`, `nft ${name}`].map(addressOf) as [string, string]
    const amounts = [u128(spec.unlocked ?? 0n), u128(vestedOf(spec)), u128(spec.permanent ?? 0n)]
    const position = [gap(8), key(pool), key(nft), gap(32 + 32 + 8 + 8), ...amounts, gap(16 + 2 * 48), scheduleBytes(spec.inner), gap(16)]
    await pools.set(address, DAMM_V2, position)
    const made = programAddress(['position_nft_account', base58.decode(nft)], DAMM_V2)
    if (spec.nft === undefined || spec.nft === 'lost')
      await pools.setTokenAccount(made, TOKEN_2022_PROGRAM, nft, spec.owner, spec.nft === undefined ? 1n : 0n)
    else await pools.setNft(nft, { owner: spec.owner, account: addressOf(`other ${name}`), isBurned: spec.nft === 'burned' })
    if (spec.outer !== undefined) await pools.set(addressOf(`vesting ${name}`), DAMM_V2, [gap(8), key(address), scheduleBytes(spec.outer), gap(64)])
  }

  async function scan(name: string, { positions, unlisted = 0n, without }: PoolSpec): Promise<Scanned> {
    const permanent = sum(positions.map((one) => one.permanent ?? 0n))
    const liquidity = permanent + unlisted + sum(positions.map((one) => (one.unlocked ?? 0n) + vestedOf(one)))
    for (const [i, spec] of positions.entries()) await setPosition(poolOf(name), `${name} ${i}`, spec)
    return pools.scan(name, {
      program: DAMM_V2,
      layout: ({ token, vaults: [own, quote] }) => [
        ...[gap(8 + 160), key(token), key(SOL), key(own), key(quote), gap(64), u128(liquidity), gap(104)],
        ...[Buffer.from([1]), gap(71), u128(permanent), gap(544)],
      ],
      ...(without === undefined ? {} : { proxied: { without: [without] } }),
    })
  }

  const [ann, bob] = ['ann', 'bob'].map(addressOf) as [string, string]

  it('counts a permanent lock of all liquidity, without listing positions', async () => {
    const { pool, partial } = await scan('all locked', { positions: [{ owner: ann, permanent: 2n ** 100n }], without: 'getProgramAccounts' })
    expect(pool).toMatchObject({ lockedPct: 100, largestFreePct: 0, locks: [{ percentage: 100, type: 'Meteora', unlockAt: null }] })
    expect(partial).toEqual([])
  })

  it('names the owner of the largest free part, over all positions of one wallet', async () => {
    const { pool } = await scan('free', {
      positions: [
        { owner: ann, unlocked: 15n, permanent: 10n },
        { owner: bob, unlocked: 25n },
        { owner: ann, unlocked: 20n },
        { owner: INCINERATOR, unlocked: 30n },
      ],
    })
    expect(pool).toMatchObject({ largestFreePct: 35, largestFreeOwner: ann, quoteRaw: QUOTE })
    expect(pool?.lockedPct).toBeCloseTo(40, 9)
    expect(pool?.locks.map(({ percentage, type }) => [percentage, type])).toEqual([
      [30, 'burn'],
      [10, 'Meteora'],
    ])
  })

  it('says that a contract holds a free part', async () => {
    const vault = programAddress(['vault'], DAMM_V2)
    const { pool, partial } = await scan('contract', { positions: [{ owner: vault, unlocked: 3n, permanent: 1n }] })
    expect(pool).toMatchObject({ lockedPct: 25, largestFreePct: 75, largestFreeOwner: vault })
    expect(partial).toEqual([expect.stringContaining(`is held by the contract ${vault}, whose code decides`)])
  })

  it('counts what a schedule has released for its owner, released or not', async () => {
    const inner = { cliff: -2.5, atCliff: 10n, perDay: 5n, days: 10 }
    const outer = { cliff: 30, atCliff: 40n }
    const { pool, partial } = await scan('vested', { positions: [{ owner: ann, inner, outer }] })
    expect(pool).toMatchObject({ lockedPct: 80, largestFreePct: 20, largestFreeOwner: ann })
    expect(pool?.locks.map(({ percentage, unlockAt }) => [percentage, ((unlockAt ?? 0) - pools.now) / DAY])).toEqual([
      [40, 7.5],
      [40, 30],
    ])
    expect(partial).toEqual([])
  })

  it('finds the owner of an NFT that was moved, and counts what the holder of a burned one had as burned', async () => {
    const { pool, partial, calls } = await scan('moved', {
      positions: [
        { owner: ann, unlocked: 50n },
        { owner: bob, unlocked: 30n, nft: 'moved' },
        { owner: bob, unlocked: 30n },
        { owner: ann, unlocked: 15n, permanent: 75n, nft: 'burned' },
      ],
    })
    expect(pool).toMatchObject({ lockedPct: 45, largestFreePct: 30, largestFreeOwner: bob })
    expect(pool?.locks.map(({ percentage, type }) => [percentage, type])).toEqual([
      [37.5, 'Meteora'],
      [7.5, 'burn'],
    ])
    expect(partial).toEqual([])
    // One for the token, one for the NFT that was moved.
    expect(calls.get('getTokenLargestAccounts')).toBe(2)
  })

  it.each<[string, PoolSpec]>([
    [
      'the NFT of a position is in no account',
      {
        positions: [
          { owner: ann, unlocked: 50n },
          { owner: bob, unlocked: 50n, nft: 'lost' },
        ],
      },
    ],
    [
      'no schedule explains a lock',
      {
        positions: [
          { owner: ann, unlocked: 50n },
          { owner: bob, unexplained: 50n },
        ],
      },
    ],
    ['the positions do not add up to the pool', { positions: [{ owner: ann, unlocked: 50n }], unlisted: 50n }],
  ])('is unknown where %s', async (name, spec) => {
    const { pool, partial } = await scan(name, spec)
    expect(pool).toMatchObject({ lockedPct: null, largestFreePct: null, largestFreeOwner: null })
    expect(partial).toContainEqual(expect.stringMatching(/^The owners of 50.* of the liquidity of the pool \w+ are unknown\.$/))
  })

  it('is unknown where the endpoint lists no positions, but for what the pool states', async () => {
    const { pool, partial } = await scan('unlisted', { positions: [{ owner: ann, unlocked: 60n, permanent: 40n }], without: 'getProgramAccounts' })
    expect(pool).toMatchObject({ lockedPct: null, locks: [{ percentage: 40, type: 'Meteora' }] })
    expect(partial).toContainEqual(expect.stringContaining('does not list the positions of the pool'))
  })
})
