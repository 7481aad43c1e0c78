import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployVenues, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** A pair that sends its fee of 1 % to another contract, as Aerodrome's do. The fee belongs to the pair and is no tax of the token. */

const missing = anvilMissing()
const BASE = 8453

describe.skipIf(missing !== null)(`a pair that keeps its fees elsewhere${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  const maker = account('fee pair maker')

  beforeAll(async () => {
    node = await spawnAnvil({ chainId: BASE })
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('100000'))
    venues = await deployVenues(chain, maker, BASE)
  }, 60_000)
  afterAll(() => node.stop())

  async function open(token: Contract): Promise<Contract> {
    const { weth } = venues.v2
    const pair = await chain.deploy(maker, ownArtifact('FeePair'), [token.address, weth.address, addressOf(account('fee pair fees'))])
    await chain.call(maker, weth, 'deposit', [], parseEther('100'))
    await chain.call(maker, weth, 'transfer', [pair.address, parseEther('100')])
    await chain.call(maker, token, 'transfer', [pair.address, parseEther('100000')])
    await chain.call(maker, pair, 'sync', [])
    return pair
  }
  async function taxesOf(token: Contract, pair: Contract, url: string): Promise<[SecurityFacts['simulatedWith'], ...unknown[]]> {
    const currencies = [token.address, venues.v2.weth.address].sort() as [Hex, Hex]
    const { simulatedWith, taxes } = await scanPool(url, { network: 'base', token: token.address, pool: pair.address, version: '3', currencies })
    return [simulatedWith, taxes.buy.pct, taxes.sell.pct, taxes.transfer.pct]
  }

  it('has no tax with either way of simulating, and a tax of the token is measured without the fee', { timeout: 60_000 }, async () => {
    const plain = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Plain', 'PLAIN', parseEther('1000000')])
    const taxed = await chain.deploy(maker, ownArtifact('TaxedToken'), [parseEther('1000000')])
    const [plainPair, taxedPair] = [await open(plain), await open(taxed)]
    await chain.call(maker, taxed, 'setMarket', [taxedPair.address])
    const proxy = await openProxy(node.url, { without: ['eth_simulateV1'] })
    try {
      expect(await taxesOf(plain, plainPair, node.url)).toEqual(['eth_simulateV1', 0, 0, 0])
      expect(await taxesOf(taxed, taxedPair, node.url)).toEqual(['eth_simulateV1', 5, 5, 0])
      expect(await taxesOf(plain, plainPair, proxy.url)).toEqual(['eth_call with overridden state', 0, 0, 0])
      expect(await taxesOf(taxed, taxedPair, proxy.url)).toEqual(['eth_call with overridden state', 5, 5, 0])
    } finally {
      await proxy.close()
    }
  })
})
