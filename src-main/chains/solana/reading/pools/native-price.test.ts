import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { fillVault, gap, key, sqrtPriceX64, setWhirlpool, SOL, USDC } from '../../../../../e2e/fixtures/surfpool/reference-pool.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { createSolanaAdapter } from '../../adapter.ts'

/**
 * Accounts in the published layouts of Whirlpool and Raydium's CLMM, field by field, at the addresses of the real pools on a real node.
 * No program runs, so this does not prove that real accounts keep these layouts.
 */

const missing = surfpoolMissing()
const signal = new AbortController().signal
const CLMM = { program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', pool: '3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv' }

describe.skipIf(missing !== null)(`the price of SOL from a node ${missing ?? ''}`, () => {
  let node: Surfpool
  const vaults = { whirlpool: PublicKey.unique().toBase58(), clmm: PublicKey.unique().toBase58() }
  beforeAll(async () => {
    node = await spawnSurfpool()
  })
  afterAll(() => node.stop())

  async function priceNow(): Promise<number | null | undefined> {
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    try {
      return await adapter.nativePrice?.(await adapter.head(signal), signal)
    } finally {
      await adapter.close()
    }
  }
  async function setClmm(usd: number): Promise<void> {
    const keys = [key(SOL), key(USDC), gap(32), key(vaults.clmm), gap(32)]
    const data = Buffer.concat([gap(8), gap(1), gap(32), gap(32), ...keys, gap(1), gap(1), gap(2), gap(16), sqrtPriceX64(usd), gap(1_200)])
    await node.setAccount(CLMM.pool, { lamports: RENT_LAMPORTS, data, owner: CLMM.program })
  }

  it('is unknown without a pool, and what a pool with dollars in it says', async () => {
    expect(await priceNow()).toBeNull()
    await setWhirlpool(node, 150, vaults.whirlpool)
    expect(await priceNow()).toBeNull()
    await fillVault(node, vaults.whirlpool, 2_000_000)
    expect(await priceNow()).toBeCloseTo(150, 6)
  })

  it('is unknown where two pools contradict each other, and known again when they agree', async () => {
    await setClmm(300)
    await fillVault(node, vaults.clmm, 1_000_000)
    expect(await priceNow()).toBeNull()
    await setClmm(151)
    expect(await priceNow()).toBeCloseTo(150, 6)
  })
})
