import type { PublicKey } from '@solana/web3.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, u16, u64, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openSolanaProxy } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { gap, key, SOL } from '../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { SafetyMints } from '../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { PoolLiquidity } from '../../security/facts.ts'
import { createSolanaAdapter } from '../adapter.ts'
import { programAddress } from '../encoding/program-address.ts'
import { DAMM_V2 } from './damm-positions.ts'

/**
 * Pools, positions and schedules of Meteora DAMM v2, laid out field by field as its program publishes them
 * (https://github.com/MeteoraAg/damm-v2/tree/main/programs/cp-amm/src/state). The program does not run, so this does not prove that it writes them so.
 */

const missing = surfpoolMissing()
const signal = new AbortController().signal
const DAY = 86_400
const INCINERATOR = '1nc1nerator11111111111111111111111111111111'

const u128 = (value: bigint): Buffer => Buffer.concat([u64(value & (2n ** 64n - 1n)), u64(value >> 64n)])

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
  /** Whether the NFT left the account that the program made for it. */
  readonly isMoved?: boolean
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
  let node: Surfpool
  let mints: SafetyMints
  let now: number
  beforeAll(async () => {
    node = await spawnSurfpool()
    mints = new SafetyMints(node)
    await mints.fund()
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    now = (await adapter.head(signal)).time ?? 0
    await adapter.close()
  })
  afterAll(() => node.stop())

  const set = (address: string, owner: string, data: Buffer): Promise<unknown> => node.setAccount(address, { lamports: RENT_LAMPORTS, data, owner })

  async function setTokenAccount(address: string, program: PublicKey, mint: string, owner: string, raw: bigint): Promise<void> {
    await set(address, program.toBase58(), Buffer.concat([key(mint), key(owner), u64(raw), gap(36), Buffer.from([1]), gap(56)]))
  }

  const scheduleBytes = (lock: Lock | undefined): Buffer =>
    lock === undefined
      ? gap(80)
      : Buffer.concat([
          ...[u64(BigInt(now + lock.cliff * DAY)), u64(BigInt(DAY))],
          ...[u128(lock.atCliff), u128(lock.perDay ?? 0n), u128(0n), u16(lock.days ?? 0), gap(14)],
        ])

  async function setPosition(pool: string, name: string, spec: PositionSpec): Promise<void> {
    const [address, nft] = [`position ${name}`, `nft ${name}`].map((one) => wallet(one).publicKey.toBase58()) as [string, string]
    const amounts = [u128(spec.unlocked ?? 0n), u128(vestedOf(spec)), u128(spec.permanent ?? 0n)]
    const position = [gap(8), key(pool), key(nft), gap(32 + 32 + 8 + 8), ...amounts, gap(16 + 2 * 48), scheduleBytes(spec.inner), gap(16)]
    await set(address, DAMM_V2, Buffer.concat(position))
    const made = programAddress(['position_nft_account', base58.decode(nft)], DAMM_V2)
    await setTokenAccount(made, TOKEN_2022_PROGRAM, nft, spec.owner, spec.isMoved === true ? 0n : 1n)
    if (spec.outer === undefined) return
    await set(wallet(`vesting ${name}`).publicKey.toBase58(), DAMM_V2, Buffer.concat([gap(8), key(address), scheduleBytes(spec.outer), gap(64)]))
  }

  /** The pool as the scan reads it, and its remarks. */
  async function scan(name: string, { positions, unlisted = 0n, without }: PoolSpec): Promise<{ pool?: PoolLiquidity; partial: readonly string[] }> {
    const token = await mints.launch({ name })
    const [pool, ...vaults] = ['pool', 'own vault', 'quote vault'].map((one) => wallet(`${one} ${name}`).publicKey.toBase58()) as [
      string,
      string,
      string,
    ]
    await setTokenAccount(vaults[0], TOKEN_PROGRAM, token.address, pool, 1_000n)
    await setTokenAccount(vaults[1], TOKEN_PROGRAM, SOL, pool, 7_000_000_000n)
    const permanent = sum(positions.map((one) => one.permanent ?? 0n))
    const liquidity = permanent + unlisted + sum(positions.map((one) => (one.unlocked ?? 0n) + vestedOf(one)))
    const sides = [key(token.address), key(SOL), key(vaults[0]), key(vaults[1])]
    const byTime = Buffer.from([1])
    const data = [gap(8 + 160), ...sides, gap(64), u128(liquidity), gap(104), byTime, gap(71), u128(permanent), gap(544)]
    await set(pool, DAMM_V2, Buffer.concat(data))
    for (const [i, spec] of positions.entries()) await setPosition(pool, `${name} ${i}`, spec)
    const proxy = without === undefined ? null : await openSolanaProxy(node, { without: [without] })
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [proxy?.url ?? node.url] })
    const row = { kind: 'pool' as const, network: 'sol' as const, address: trustedAddress(pool), dex: 'meteora', dexVersion: '' }
    const pools = [{ ...row, token0: trustedAddress(token.address), token1: trustedAddress(SOL), createdBlock: null, createdTx: null }]
    const query = { token: trustedAddress(token.address), pools, holders: [], creator: null, createdBlock: null }
    const facts = await adapter.security?.(query, await adapter.head(signal), signal)
    await adapter.close()
    await proxy?.close()
    const [found] = facts?.liquidity ?? []
    return { ...(found === undefined ? {} : { pool: found }), partial: facts?.partial ?? [] }
  }

  const [ann, bob] = ['ann', 'bob'].map((name) => wallet(name).publicKey.toBase58()) as [string, string]

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
    expect(pool).toMatchObject({ largestFreePct: 35, largestFreeOwner: ann, quoteRaw: 7_000_000_000n })
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
    expect(pool?.locks.map(({ percentage, unlockAt }) => [percentage, ((unlockAt ?? 0) - now) / DAY])).toEqual([
      [40, 7.5],
      [40, 30],
    ])
    expect(partial).toEqual([])
  })

  it.each<[string, PoolSpec]>([
    [
      'the NFT of a position was moved',
      {
        positions: [
          { owner: ann, unlocked: 50n },
          { owner: bob, unlocked: 50n, isMoved: true },
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
