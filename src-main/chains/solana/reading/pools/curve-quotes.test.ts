import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS, wallet } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { openMintScans, type MintScans } from '../../../../../e2e/fixtures/surfpool/mint-scans.ts'
import { surfpoolMissing } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'

/**
 * Curves of pump.fun with and without a quote token of their own, laid out field by field as pump.fun publishes `BondingCurve`
 * (https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump.json). Its program does not run.
 */

const missing = surfpoolMissing()
const PUMP_FUN = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const RESERVES = 5_000_000_000n

/** The five amounts, whether it is complete, the creator, two modes and the quote mint, which accounts of earlier versions lack. */
function curveOf(quote: PublicKey | null): Buffer {
  const amounts = [1n, 2n, 3n, RESERVES, 4n].map((raw) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(raw)
    return bytes
  })
  const creator = wallet('a creator').publicKey.toBytes()
  return Buffer.concat([Buffer.alloc(8, 7), ...amounts, Buffer.from([0]), creator, Buffer.from([0, 0]), quote?.toBytes() ?? Buffer.alloc(0)])
}

describe.skipIf(missing !== null)(`the quote token of a curve on a real Solana node ${missing ?? ''}`, () => {
  let scans: MintScans
  beforeAll(async () => {
    scans = await openMintScans()
  })
  afterAll(() => scans.stop())

  it.each<[what: string, named: PublicKey | null, quote: string]>([
    ['that names a dollar coin', new PublicKey(USDC), USDC],
    ['that names none', PublicKey.default, SOL],
    ['of an earlier version', null, SOL],
  ])('%s', async (what, named, quote) => {
    const { address } = await scans.mints.launch({ name: `curve ${what}` })
    const [curve] = PublicKey.findProgramAddressSync([Buffer.from('bonding-curve'), new PublicKey(address).toBytes()], PUMP_FUN)
    await scans.node.setAccount(curve.toBase58(), { lamports: RENT_LAMPORTS, data: curveOf(named), owner: PUMP_FUN.toBase58() })
    const found = (await scans.poolsOf({ address })).filter(({ dex }) => dex === 'pump.fun')
    expect(found.map((pool) => new Set([pool.token0, pool.token1]))).toEqual([new Set([address, quote])])
    const facts = await scans.factsOf({ address }, found)
    expect(facts.liquidity).toMatchObject([{ pool: curve.toBase58(), quote, quoteRaw: RESERVES, lockedPct: 100 }])
  })
})
