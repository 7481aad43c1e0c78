import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PROGRAM, u64 } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { gap, key, SOL } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { programAddress } from '../../encoding/program-address.ts'
import { addressOf, INCINERATOR, poolOf, PoolsWithPositions, QUOTE, type Scanned } from '../positions/testing/pools-with-positions.ts'
import { DAMM_V1 } from './damm-v1.ts'

/**
 * Pools, vaults and lock escrows of Meteora DAMM v1, laid out field by field as its programs publish them
 * (https://github.com/MeteoraAg/damm-v1-sdk/tree/main/programs). The programs do not run, so this does not prove that they write them so.
 */

const missing = surfpoolMissing()
const VAULTS = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'

interface PoolSpec {
  /** Raw liquidity tokens by owner, and those that the pool's program locked for a wallet. */
  readonly held?: Readonly<Record<string, bigint>>
  readonly locked?: Readonly<Record<string, bigint>>
  readonly isFirst?: boolean
  /** What all shares of the quote vault are worth, and how many there are. */
  readonly worth?: bigint
  readonly shares?: bigint
  /** Of that, a profit that is released in ten million seconds, and seconds since it was made. */
  readonly profit?: { readonly raw: bigint; readonly age: number }
}

describe.skipIf(missing !== null)(`pools of Meteora DAMM v1 on a real Solana node ${missing ?? ''}`, () => {
  let pools: PoolsWithPositions
  beforeAll(async () => {
    pools = await PoolsWithPositions.open()
  })
  afterAll(() => pools.node.stop())

  const mint = (supply: bigint): Buffer[] => [gap(36), u64(supply), Buffer.from([6, 1]), gap(36)]

  async function setVault(name: string, tokenVault: string, { worth = QUOTE, profit = { raw: 0n, age: 0 } }: PoolSpec): Promise<string> {
    const rate = 100_000n
    await pools.set(addressOf(`vault ${name}`), VAULTS, [
      ...[gap(8 + 1 + 2), u64(worth), key(tokenVault), gap(32 + 32), key(addressOf(`shares ${name}`)), gap(30 * 32 + 3 * 32)],
      ...[u64(profit.raw), u64(BigInt(pools.now - profit.age)), u64(rate), gap(9_013)],
    ])
    return addressOf(`vault ${name}`)
  }

  async function scan(name: string, spec: PoolSpec): Promise<Scanned> {
    const { held = {}, locked = {}, isFirst = true, shares = QUOTE } = spec
    const lpMint = addressOf(`lp ${name}`)
    const escrows = Object.entries(locked).map(([owner, raw]) => {
      const escrow = programAddress(['lock_escrow', base58.decode(poolOf(name)), base58.decode(owner)], DAMM_V1)
      return { escrow, owner, raw }
    })
    const owners = [...Object.entries(held), ...escrows.map(({ escrow, raw }) => [escrow, raw] as const)]
    await pools.set(lpMint, TOKEN_PROGRAM.toBase58(), mint(owners.reduce((sum, [, raw]) => sum + raw, 0n)))
    for (const [owner, raw] of owners) await pools.setTokenAccount(addressOf(`lp of ${owner} ${name}`), TOKEN_PROGRAM, lpMint, owner, raw)
    // Pool, owner and vault of an escrow; then its bump, its amount, and the fees.
    for (const { escrow, owner, raw } of escrows)
      await pools.set(escrow, DAMM_V1, [gap(8), key(poolOf(name)), key(owner), key(addressOf('escrow vault')), gap(1), u64(raw), gap(16 + 3 * 8)])
    await pools.set(addressOf(`shares quote ${name}`), TOKEN_PROGRAM.toBase58(), mint(shares))
    const quoteVault = await setVault(`quote ${name}`, addressOf('tokens of quote'), spec)
    return pools.scan(name, {
      program: DAMM_V1,
      layout: ({ token, vaults: [own, quoteShares] }) => {
        const [a, b] = [
          [token, addressOf(`vault own ${name}`), own],
          [SOL, quoteVault, quoteShares],
        ].sort(() => (isFirst ? 0 : -1)) as [string[], string[]]
        return [gap(8), key(lpMint), ...[0, 1, 2].flatMap((i) => [a, b].map((side) => key(side[i] as string))), gap(1_387 - 8 - 7 * 32)]
      },
      before: ({ vaults: [own] }) => setVault(`own ${name}`, own, {}).then(() => undefined),
    })
  }

  const [ann, bob] = ['ann', 'bob'].map(addressOf) as [string, string]

  it('counts what the program locked, what was burned, and what one owner may withdraw', async () => {
    const { pool, partial } = await scan('locked', { held: { [ann]: 15n, [bob]: 10n, [INCINERATOR]: 5n }, locked: { [ann]: 40n, [bob]: 30n } })
    expect(pool).toMatchObject({ quote: SOL, quoteRaw: QUOTE, lockedPct: 75, largestFreePct: 15, largestFreeOwner: ann })
    expect(pool?.locks.map(({ percentage, type, unlockAt }) => [percentage, type, unlockAt]).sort()).toEqual([
      [30, 'Meteora', null],
      [40, 'Meteora', null],
      [5, 'burn', null],
    ])
    expect(partial).toEqual([])
  })

  it.each([true, false])('has its part of the quote vault, without profits that are not released (first token: %s)', async (isFirst) => {
    const { pool } = await scan(`part ${isFirst}`, {
      ...{ held: { [ann]: 1n }, isFirst, worth: 900n, shares: QUOTE * 3n },
      profit: { raw: 400n, age: 2_500_000 },
    })
    expect(pool).toMatchObject({ quoteRaw: 200n, lockedPct: 0, largestFreePct: 100, largestFreeOwner: ann })
  })
})
