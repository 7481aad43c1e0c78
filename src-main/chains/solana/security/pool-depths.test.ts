import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS, TOKEN_PROGRAM, u64, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { gap, key, SOL } from '../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { SafetyMints, type SafetyToken } from '../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { valuePools } from '../../../ingest/scan/value-pools.ts'
import type { ScanInput } from '../../../scan/input.ts'
import { lowLiquidity } from '../../../scan/rules/low_liquidity.ts'
import { lpPartlyLocked } from '../../../scan/rules/lp_partly_locked.ts'
import type { SecurityFacts } from '../../security/facts.ts'
import { createSolanaAdapter } from '../adapter.ts'

/**
 * Deep pools beside a shallow one of Raydium whose liquidity tokens are burned, as tokens have that trade on Meteora or Orca. The accounts are laid out
 * field by field as the exchanges publish them. No program of theirs runs.
 */

const missing = surfpoolMissing()
const signal = new AbortController().signal
const DEEP = 5_000_000_000_000n

interface Sides {
  readonly token: string
  readonly vaults: readonly [token: string, quote: string]
}
type Layout = (sides: Sides) => Buffer[]
const flat = (head: number, { token, vaults: [own, quote] }: Sides): Buffer[] => [gap(head), key(token), key(SOL), key(own), key(quote), gap(900)]

const POOLS: Readonly<
  Record<string, { readonly program: string; readonly layout: Layout; readonly lockedPct: number | null; readonly hasPositions?: true }>
> = {
  // Config, bump, spacing, tier, two fees, liquidity, price, tick and two owed fees; then mint, vault and fee growth of each side.
  'Orca Whirlpools': {
    program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
    layout: ({ token, vaults: [own, quote] }) => [
      gap(8 + 32 + 1 + 2 + 2 + 2 + 2 + 16 + 16 + 4 + 8 + 8),
      ...[key(SOL), key(quote), gap(16), key(token), key(own), gap(16), gap(400)],
    ],
    lockedPct: null,
    hasPositions: true,
  },
  // Two sets of parameters of 32 bytes, and 16 bytes of small fields.
  'Meteora DLMM': {
    program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    layout: (sides) => flat(8 + 32 + 32 + 16, sides),
    lockedPct: null,
    hasPositions: true,
  },
  // The fees; then two keys before its liquidity, of which as much is locked for ever.
  'Meteora DAMM v2': {
    program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    layout: ({ token, vaults: [own, quote] }) => [
      ...[gap(8 + 160), key(token), key(SOL), key(own), key(quote), gap(2 * 32)],
      ...[u64(1n), gap(8 + 2 * 16 + 4 * 16 + 8 + 8 + 2 * 32), u64(1n), gap(552)],
    ],
    lockedPct: 100,
  },
  'Raydium CLMM': {
    program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
    layout: (sides) => flat(8 + 1 + 32 + 32, sides),
    lockedPct: null,
    hasPositions: true,
  },
  // Epoch, five small fields, eleven amounts of supply and fees, five of the vesting schedule, and two configurations.
  'Raydium LaunchLab': {
    program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
    layout: (sides) => flat(8 + 8 + 5 + 10 * 8 + 5 * 8 + 2 * 32, sides),
    lockedPct: 100,
  },
  // A tracker of 64 bytes, the configuration and the creator; the quote token is in the configuration.
  'Meteora DBC': {
    program: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
    layout: ({ token, vaults: [own, quote] }) => [gap(8 + 64 + 32 + 32), key(token), key(own), key(quote), gap(200)],
    lockedPct: 100,
  },
  // Version, two flags, the token program, both vaults, and the liquidity token before the mints.
  FluxBeam: {
    program: 'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X',
    layout: ({ token, vaults: [own, quote] }) => [gap(3 + 32), key(own), key(quote), key(SOL), key(token), key(SOL), gap(129)],
    lockedPct: null,
  },
}

const UNREAD = { program: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', layout: () => [gap(944)] }

describe.skipIf(missing !== null)(`the depth of pools on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let mints: SafetyMints
  beforeAll(async () => {
    node = await spawnSurfpool()
    mints = new SafetyMints(node)
    await mints.fund()
  })
  afterAll(() => node.stop())

  async function setVault(name: string, mint: string, raw: bigint): Promise<string> {
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(raw)
    const address = wallet(name).publicKey.toBase58()
    const data = Buffer.concat([key(mint), key(wallet('a pool').publicKey.toBase58()), amount, gap(165 - 72)])
    await node.setAccount(address, { lamports: RENT_LAMPORTS, data, owner: TOKEN_PROGRAM.toBase58() })
    return address
  }

  /** The facts of a token with 5 SOL in Raydium, all burned, and the other pool. */
  async function factsOf(venue: string, quoteRaw: bigint): Promise<{ token: SafetyToken; pool: string; facts: SecurityFacts | undefined }> {
    const { program, layout } = POOLS[venue] ?? UNREAD
    const name = `${venue} ${quoteRaw}`
    const token = await mints.launch({ name, lp: { burned: 1_000_000_000n } })
    const vaults = [await setVault(`own ${name}`, token.address, 1_000n), await setVault(`quote ${name}`, SOL, quoteRaw)] as const
    const pool = wallet(`deep ${name}`).publicKey.toBase58()
    const data = Buffer.concat(layout({ token: token.address, vaults }))
    await node.setAccount(pool, { lamports: RENT_LAMPORTS, data, owner: new PublicKey(program).toBase58() })
    const known = {
      dex: venue,
      dexVersion: '',
      token0: trustedAddress(token.address),
      token1: trustedAddress(SOL),
      createdBlock: null,
      createdTx: null,
    }
    const pools = [token.pool.address.toBase58(), pool].map((one) => ({
      ...{ kind: 'pool' as const, network: 'sol' as const, address: trustedAddress(one) },
      ...known,
    }))
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    const query = { token: trustedAddress(token.address), pools, holders: [], creator: null, createdBlock: null }
    const facts = await adapter.security?.(query, await adapter.head(signal), signal)
    await adapter.close()
    return { token, pool, facts }
  }
  const inputOf = (facts: SecurityFacts | undefined, solUsd: number): ScanInput =>
    ({ facts: { liquidity: valuePools('sol', facts?.liquidity ?? [], solUsd) } }) as unknown as ScanInput

  it.each(Object.keys(POOLS))('%s: what its quote vault holds', async (venue) => {
    const { pool, facts } = await factsOf(venue, DEEP)
    const lockedPct = POOLS[venue]?.lockedPct ?? null
    expect(facts?.liquidity?.map((one) => [one.pool, one.quote, one.quoteRaw, one.lockedPct])).toEqual([
      [pool, SOL, DEEP, lockedPct],
      [expect.any(String), SOL, 5_000_000_000n, 100],
    ])
    const unread = 'The owners of the liquidity of 1 of 2 pools are unknown, because this version does not read pools of that kind.'
    const unexplained = `No position explains the liquidity of the pool ${pool}.`
    expect(facts?.partial).toEqual(lockedPct !== null ? [] : [POOLS[venue]?.hasPositions === true ? unexplained : unread])
  })

  it('a token with a deep pool has liquidity, and how much of it is locked is unknown', async () => {
    const input = inputOf((await factsOf('Meteora DLMM', DEEP + 1n)).facts, 100)
    expect(lowLiquidity.decide(input)).toEqual({ state: 'clear' })
    expect(lpPartlyLocked.decide(input)).toMatchObject({ state: 'unknown' })
  })

  it('a pool whose reserves are not read leaves it unknown how little liquidity there is', async () => {
    const { facts } = await factsOf('Meteora DAMM v1', DEEP)
    expect([facts?.liquidity?.length, facts?.unreadPools]).toEqual([1, 1])
    expect(lowLiquidity.decide({ facts: { ...facts, ...inputOf(facts, 100).facts } } as unknown as ScanInput)).toMatchObject({ state: 'unknown' })
  })

  it('a shallow pool whose owners are unknown hides nothing', async () => {
    const input = inputOf((await factsOf('Meteora DLMM', 1_000_000n)).facts, 100)
    expect(lowLiquidity.decide(input)).toMatchObject({ state: 'applies', value: 500.1 })
    expect(lpPartlyLocked.decide(input)).toEqual({ state: 'clear' })
  })
})
