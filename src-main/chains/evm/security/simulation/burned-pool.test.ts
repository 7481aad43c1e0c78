import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { tokenArtifact } from '../../../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { buy, deployUniswap, seedPool } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** A token that burns a part of what the pool holds while it is sold: after a small sell the pool has less than before, and holders can sell. */

const missing = anvilMissing()
const DAY = 86_400

describe.skipIf(missing !== null)(`a token that burns from its pool when it is sold${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  const maker = account('burned pool maker')
  const holders = ['one', 'two', 'three'].map((name) => account(`burned pool holder ${name}`))

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, ...holders]) await chain.setBalance(who.address, parseEther('1000'))
  }, 60_000)
  afterAll(() => node.stop())

  it('is no honeypot and takes no tax', { timeout: 60_000 }, async () => {
    const exchange = await deployUniswap(chain, maker)
    const token = await chain.deploy(maker, tokenArtifact('PoolBurnToken'), [parseEther('1000000')])
    const { address: pool } = await seedPool(chain, exchange, maker, token, parseEther('500000'), parseEther('100'))
    await chain.call(maker, token, 'setPair', [pool])
    for (const holder of holders) await buy(chain, exchange, holder, token, parseEther('0.1'))
    chain.wait(DAY)
    await chain.send(maker, addressOf(maker))
    const [first = '', second = ''] = [token.address, exchange.weth.address].sort()
    const proxy = await openProxy(node.url, { without: ['eth_simulateV1'] })
    try {
      for (const url of [node.url, proxy.url]) {
        const known = { network: 'eth', token: token.address, pool, currencies: [first, second], holders: holders.map(addressOf) } as const
        const { flags, taxes, exit } = await scanPool(url, { ...known, version: '2' })
        expect([flags.honeypot?.value, exit.score, taxes.sell.pct]).toEqual([false, 0, 0])
      }
    } finally {
      await proxy.close()
    }
  })
})
