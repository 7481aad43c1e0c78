import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatEther, formatUnits, parseEther, parseUnits, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../fixtures/anvil/uniswap.ts'
import { deployAt } from '../../fixtures/anvil/venues.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/**
 * A stable pool of Aerodrome's listed factory on a real node, far from balance: its price is not the ratio of its reserves. It is a stand-in with
 * Aerodrome's curve, fees and events.
 */

const missing = anvilMissing()
const BASE = 8453
const USDC: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const FACTORY: Address = '0x420dd381b31aef6683db6b902084cb0ffece40da'
const dollars = (units: number): bigint => parseUnits(String(units), 6)

interface Trade {
  readonly dex: string
  readonly fee_usd: number
  readonly receiver: Address
  readonly token_in: { readonly address: Address; readonly amount: number; readonly amount_usd: number }
  readonly token_out: { readonly amount: number; readonly amount_usd: number }
}

describe.skipIf(missing !== null)(`a stable pool far from balance ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let folder: string
  let service: Service
  let token: Contract
  let pool: Contract
  const [maker, buyer] = [account('stable maker'), account('stable buyer')]
  /** What the pool promised just before each trade. */
  const promised: { bought: bigint; sold: bigint } = { bought: 0n, sold: 0n }

  beforeAll(async () => {
    anvil = await spawnAnvil({ chainId: BASE })
    chain = await openDevChain(anvil.url)
    for (const who of [maker, buyer]) await chain.setBalance(addressOf(who), parseEther('1000'))
    const usdc = await deployAt(chain, maker, USDC, ownArtifact('Dollars'), [dollars(1e9)])
    const factory = await deployAt(chain, maker, FACTORY, ownArtifact('SolidlyFactory'), [])
    const router = await chain.deploy(maker, ownArtifact('SolidlyRouter'), [])
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Nearly a dollar', 'NEAR', parseEther('1000000')])
    await chain.call(maker, factory, 'createPool', [token.address, usdc.address, true])
    const address = String(await chain.read(factory, 'getPool', [token.address, usdc.address, true])).toLowerCase() as Address
    pool = { address, abi: ownArtifact('SolidlyPool').abi }
    await chain.call(maker, token, 'transfer', [address, parseEther('30000')])
    await chain.call(maker, usdc, 'transfer', [address, dollars(170_000)])
    await chain.call(maker, pool, 'mint', [addressOf(maker)])
    await chain.call(maker, usdc, 'transfer', [addressOf(buyer), dollars(1_000)])
    for (const coin of [usdc, token]) await chain.call(buyer, coin, 'approve', [router.address, 2n ** 255n])
    const out = (amount: bigint, of: Contract): Promise<bigint> => chain.read(pool, 'getAmountOut', [amount, of.address]) as Promise<bigint>
    promised.bought = await out(dollars(1_000), usdc)
    await chain.call(buyer, router, 'swap', [address, usdc.address, dollars(1_000), addressOf(buyer)])
    promised.sold = await out(parseEther('100'), token)
    await chain.call(buyer, router, 'swap', [address, token.address, parseEther('100'), addressOf(buyer)])
    folder = mkdtempSync(join(tmpdir(), 'stable-pool-'))
    service = await openOwnService(folder, 'base', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  it('has the trades, prices and fees that it stated', async () => {
    const { trades } = await readJson<{ trades: Trade[] }>(service, `/dex/v1/base/trades?token=${token.address}&order=asc`)
    const sold = Number(formatUnits(promised.sold, 6))
    expect(trades.map(({ dex, receiver, token_in, token_out, fee_usd }) => [dex, receiver, token_in, token_out, fee_usd])).toEqual([
      [
        'Aerodrome',
        addressOf(buyer),
        { address: USDC, amount: 1_000, amount_usd: 1_000 },
        { address: token.address, amount: Number(formatEther(promised.bought)), amount_usd: 1_000 },
        0.5,
      ],
      [
        'Aerodrome',
        addressOf(buyer),
        { address: token.address, amount: 100, amount_usd: sold },
        { address: USDC, amount: sold, amount_usd: sold },
        expect.closeTo(sold * 0.0005, 9),
      ],
    ])
    // By the ratio of the reserves, a token would cost more than five dollars.
    expect(sold / 100).toBeGreaterThan(1.5)
    expect(sold / 100).toBeLessThan(2.5)
  })

  it('lets holders out without a tax, and belongs to its maker', async () => {
    const { results } = await readJson<{ results: { advanced: Record<string, unknown> } }>(
      service,
      `/scanner/v1/tokens/base/${token.address}?fresh=true`,
    )
    expect(results.advanced).toMatchObject({
      cannot_buy: false,
      honeypot: { score: 0 },
      tax: { buy: 0, sell: 0, transfer: 0 },
      locked_liquidity: [{ pair_address: pool.address, total_locked: 0, locks: [] }],
      locked_liquidity_weighted: 0,
    })
  })
})
