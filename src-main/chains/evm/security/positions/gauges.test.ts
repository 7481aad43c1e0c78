import { parseEther, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { ownArtifact, seedPool } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployAt, deployVenues, planV3, seedV3, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/**
 * Liquidity of the real Uniswap v2 and v3 in a gauge with the events and functions of Aerodrome's. After the pools are made, a contract that names
 * the voter takes the places of both listed factories.
 */

const missing = anvilMissing()
const MAX = 2n ** 256n - 1n

describe.skipIf(missing !== null)(`liquidity in a gauge${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let voter: Contract
  let gauge: Contract
  let token: Contract
  let pair: Address
  let pool: Address
  const maker = account('gauge maker')
  const friends = ['first', 'second', 'third'].map((name) => account(`gauge ${name} friend`))

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, ...friends]) await chain.setBalance(addressOf(who), parseEther('1000'))
    venues = await deployVenues(chain, maker, 1)
    const { weth } = venues.v2
    const { positions } = venues.v3
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Staked', 'STK', parseEther('1000000')])
    gauge = await chain.deploy(maker, ownArtifact('Gauge'), [])
    voter = await chain.deploy(maker, ownArtifact('GaugeVoter'), [])
    await chain.call(maker, weth, 'deposit', [], parseEther('500'))

    const lp = await seedPool(chain, venues.v2, maker, token, parseEther('100000'), parseEther('10'))
    const tenth = ((await chain.read(lp, 'balanceOf', [addressOf(maker)])) as bigint) / 10n
    await chain.call(maker, lp, 'approve', [gauge.address, MAX])
    for (const friend of friends) await chain.call(maker, gauge, 'deposit', [lp.address, 3n * tenth, addressOf(friend)])
    pair = lp.address

    const seed = { token, amount: parseEther('100000'), other: weth, otherAmount: parseEther('10') }
    pool = await seedV3(chain, venues, maker, seed)
    for (const friend of friends) {
      await chain.call(maker, positions, 'mint', planV3(seed, addressOf(friend)).mint)
      const id = await chain.read(positions, 'tokenByIndex', [((await chain.read(positions, 'totalSupply', [])) as bigint) - 1n])
      await chain.call(friend, positions, 'approve', [gauge.address, id])
      await chain.call(friend, gauge, 'stake', [positions.address, id])
    }
    for (const { address } of [venues.v2.factory, venues.v3.factory])
      await deployAt(chain, maker, address, ownArtifact('VotedFactory'), [voter.address])
  }, 60_000)
  afterAll(() => node.stop())

  const scan = (address: Address): Promise<SecurityFacts> => {
    const [token0 = '', token1 = ''] = [token.address, venues.v2.weth.address].sort()
    return scanPool(node.url, { network: 'eth', token: token.address, pool: address, version: '3', currencies: [token0, token1] })
  }

  it('belongs to the gauge while no listed factory’s voter names it', { timeout: 120_000 }, async () => {
    const { liquidity, partial } = await scan(pair)
    expect(liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: expect.closeTo(90, 6), largestFreeOwner: gauge.address }])
    expect(partial).toContain(`90.0 % of the liquidity of ${pair} is held by the contract ${gauge.address}, whose code decides who may withdraw it.`)
    expect((await scan(pool)).liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: expect.closeTo(75, 4), largestFreeOwner: gauge.address }])
  })

  it('belongs to those it was deposited for if the voter names the gauge', { timeout: 120_000 }, async () => {
    for (const address of [pair, pool]) await chain.call(maker, voter, 'name', [address, gauge.address])
    for (const [address, percent] of [
      [pair, 30],
      [pool, 25],
    ] as const) {
      const { liquidity, partial } = await scan(address)
      expect(liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: expect.closeTo(percent, 4) }])
      expect([maker, ...friends].map(addressOf)).toContain(liquidity?.[0]?.largestFreeOwner)
      expect(partial.join()).not.toContain('is held by the contract')
    }
  })
})
