import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS } from '../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../e2e/fixtures/surfpool/surfpool.ts'
import { createSolanaAdapter } from './adapter.ts'

/**
 * Accounts in the published layouts of Whirlpool and Raydium's CLMM, field by field, at the addresses of the real pools on a real node.
 * No program runs: that the real accounts keep these layouts is not proved here.
 */

const missing = surfpoolMissing()
const signal = new AbortController().signal
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const WHIRLPOOL = { program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', pool: 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE' }
const CLMM = { program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', pool: '3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv' }

const key = (text: string): Buffer => Buffer.from(new PublicKey(text).toBytes())
const gap = (bytes: number): Buffer => Buffer.alloc(bytes)
/** Square root of raw USDC for one raw lamport, with 64 bits behind the point. */
function root(usd: number): Buffer {
  const bytes = Buffer.alloc(16)
  const value = BigInt(Math.round(Math.sqrt(usd / 1_000) * 2 ** 48)) << 16n
  bytes.writeBigUInt64LE(value & (2n ** 64n - 1n), 0)
  bytes.writeBigUInt64LE(value >> 64n, 8)
  return bytes
}

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
  async function fill(vault: string, dollars: number): Promise<void> {
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(BigInt(dollars) * 1_000_000n)
    const data = Buffer.concat([key(USDC), key(WHIRLPOOL.pool), amount, gap(165 - 72)])
    await node.setAccount(vault, { lamports: RENT_LAMPORTS, data, owner: TOKEN_PROGRAM })
  }
  async function setWhirlpool(usd: number): Promise<void> {
    const head = [gap(8), gap(32), gap(1), gap(2), gap(2), gap(2), gap(2), gap(16)]
    const sides = [key(SOL), gap(32), gap(16), key(USDC), key(vaults.whirlpool), gap(16)]
    const data = Buffer.concat([...head, root(usd), gap(4), gap(8), gap(8), ...sides, gap(400)])
    await node.setAccount(WHIRLPOOL.pool, { lamports: RENT_LAMPORTS, data, owner: WHIRLPOOL.program })
  }
  async function setClmm(usd: number): Promise<void> {
    const keys = [key(SOL), key(USDC), gap(32), key(vaults.clmm), gap(32)]
    const data = Buffer.concat([gap(8), gap(1), gap(32), gap(32), ...keys, gap(1), gap(1), gap(2), gap(16), root(usd), gap(1_200)])
    await node.setAccount(CLMM.pool, { lamports: RENT_LAMPORTS, data, owner: CLMM.program })
  }

  it('is unknown without a pool, and what a pool with dollars in it says', async () => {
    expect(await priceNow()).toBeNull()
    await setWhirlpool(150)
    expect(await priceNow()).toBeNull()
    await fill(vaults.whirlpool, 2_000_000)
    expect(await priceNow()).toBeCloseTo(150, 6)
  })

  it('is unknown where two pools contradict each other, and known again when they agree', async () => {
    await setClmm(300)
    await fill(vaults.clmm, 1_000_000)
    expect(await priceNow()).toBeNull()
    await setClmm(151)
    expect(await priceNow()).toBeCloseTo(150, 6)
  })
})
