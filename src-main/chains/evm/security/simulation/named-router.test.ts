import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { tokenArtifact } from '../../../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { buy, deployUniswap, seedPool, sell } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** A token that lets one contract spend tokens. Holders can sell if that is the router of the pool's exchange, and only there. */

const missing = anvilMissing()
const DAY = 86_400

describe.skipIf(missing !== null)(`a token that lets one contract spend tokens${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  const maker = account('one router maker')
  const holder = account('one router holder')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, holder]) await chain.setBalance(who.address, parseEther('1000'))
  }, 60_000)
  afterAll(() => node.stop())

  it.each([
    ['the router of the exchange: a sell cannot be tested', true, [null, null]],
    ['another one: nobody can sell', false, [true, 100]],
  ] as const)('%s', { timeout: 60_000 }, async (_what, isNamed, expected) => {
    const exchange = await deployUniswap(chain, maker)
    const token = await chain.deploy(maker, tokenArtifact('OneRouterToken'), [parseEther('1000000'), exchange.router.address])
    const { address: pool } = await seedPool(chain, exchange, maker, token, parseEther('500000'), parseEther('100'))
    await chain.call(maker, token, 'setPair', [pool])
    await buy(chain, exchange, holder, token, parseEther('0.1'))
    if (!isNamed) await chain.call(maker, token, 'setRouter', [exchange.weth.address])
    const selling = sell(chain, exchange, holder, token, parseEther('1'))
    if (isNamed) await selling
    else await expect(selling).rejects.toThrow()
    chain.wait(DAY)
    await chain.send(maker, addressOf(maker))
    const [first = '', second = ''] = [token.address, exchange.weth.address].sort()
    const { flags, exit } = await scanPool(node.url, { network: 'eth', token: token.address, pool, version: '2', currencies: [first, second] })
    expect([flags.honeypot?.value, exit.score]).toEqual(expected)
    if (isNamed) expect(exit.message).toContain(exchange.router.address.toLowerCase())
  })
})
