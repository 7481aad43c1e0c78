import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployVenues, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import { scanPool } from '../testing/scan-pool.ts'

/**
 * A token that keeps 5 % of buys and sells, in a pool like Algebra's. Its plain swap refuses such a token, as each concentrated pool does, but another
 * one trades what arrives.
 */

const missing = anvilMissing()

describe.skipIf(missing !== null)(`a concentrated pool that sells a token with a tax${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  const maker = account('taxed pool maker')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('1000'))
  }, 60_000)
  afterAll(() => node.stop())

  it.each([
    ['Algebra 1.9', false],
    ['Algebra Integral', true],
  ])('%s: holders can sell, with the tax', { timeout: 60_000 }, async (_, isIntegral) => {
    const { weth } = venues.v2
    const token = await chain.deploy(maker, ownArtifact('TaxedToken'), [parseEther('1000000')])
    const currencies = [token.address, weth.address].sort() as [Hex, Hex]
    const pool = await chain.deploy(maker, ownArtifact('AlgebraStandIn'), [...currencies, isIntegral])
    for (const [contract, amount] of [[weth, '100'] as const, [token, '100000'] as const])
      await chain.call(maker, contract, 'transfer', [pool.address, parseEther(amount)])
    await chain.call(maker, token, 'setMarket', [pool.address])
    const proxy = await openProxy(node.url, { without: ['eth_simulateV1'] })
    try {
      for (const url of [node.url, proxy.url]) {
        const { taxes, exit } = await scanPool(url, { network: 'eth', token: token.address, pool: pool.address, version: '3', currencies })
        expect([taxes.buy.pct, taxes.sell.pct, taxes.transfer.pct, exit.score]).toEqual([5, 5, 0, 0])
      }
    } finally {
      await proxy.close()
    }
  })
})
