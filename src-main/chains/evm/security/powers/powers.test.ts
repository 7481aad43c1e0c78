import { parseEther, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { deployVenues, seedV3, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** Powers of tokens whose only pool is a concentrated one, which refuses taxed tokens. e2e/checks/scan/power-cases.ts has those of v2 pairs. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
type Name = keyof typeof compiled.contracts

describe.skipIf(missing !== null)(`powers in a concentrated pool${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  const maker = account('v3 maker')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('10000'))
  }, 60_000)
  afterAll(() => node.stop())

  async function scan(name: Name): Promise<SecurityFacts> {
    const { abi, bytecode } = compiled.contracts[name]
    const token = await chain.deploy(maker, { abi: abi as Abi, bytecode: bytecode as Hex }, [SUPPLY])
    const { weth } = venues.v2
    const pool = await seedV3(chain, venues, maker, { token, amount: SUPPLY / 2n, other: weth, otherAmount: parseEther('100') })
    if (token.abi.some((item) => item.type === 'function' && item.name === 'setPair')) await chain.call(maker, token, 'setPair', [pool])
    const [first = '', second = ''] = [token.address, weth.address].sort()
    return scanPool(node.url, { network: 'eth', token: token.address, pool, version: '3', currencies: [first, second], holders: [addressOf(maker)] })
  }

  it.each([
    ['FivePercentToken', 5],
    ['SetTaxToken', 100],
  ] as const)('%s: reports a tax that the pool refuses as a tax, with its maximum', { timeout: 60_000 }, async (name, settable) => {
    const { flags, taxes } = await scan(name)
    expect([flags.tax_modifiable?.value, flags.pausable?.value, taxes.settablePct]).toEqual([true, false, settable])
  })

  it('distinguishes a tax, a limit and a pause that one function sets', { timeout: 60_000 }, async () => {
    const { flags } = await scan('ConfigToken')
    expect([flags.tax_modifiable?.value, flags.anti_whale_modifiable?.value, flags.pausable?.value]).toEqual([true, true, true])
  })

  it('reports a pause as a pause', { timeout: 60_000 }, async () => {
    const { flags, taxes } = await scan('PauseFlagToken')
    expect([flags.tax_modifiable?.value, flags.pausable?.value, taxes.settablePct]).toEqual([false, true, null])
  })
})
