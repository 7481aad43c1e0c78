import { parseEther, toFunctionSelector, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type ProxyOptions } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { deployVenues, computeV4PoolId, seedV4, type V4Key, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/** Simulated trades in the real Uniswap v4 pool manager, of tokens with one trap each and no other pool. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
/** 2^96: one coin for one token. */
const EVEN_PRICE = 2n ** 96n
const COIN: Hex = `0x${'0'.repeat(40)}`
type Name = keyof typeof compiled.contracts

describe.skipIf(missing !== null)(`trades in pools of a pool manager${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  const maker = account('v4 maker')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
  }, 60_000)
  afterAll(() => node.stop())

  const deploy = (name: Name): Promise<Contract> =>
    chain.deploy(maker, { abi: compiled.contracts[name].abi as Abi, bytecode: compiled.contracts[name].bytecode as Hex }, [SUPPLY])

  /** A pool with 100 coins, registered with tokens that need to know their pool. */
  async function open(name: Name): Promise<{ token: Contract; key: V4Key }> {
    const token = await deploy(name)
    const key = await seedV4(chain, venues, maker, token, SUPPLY / 2n, parseEther('100'))
    if (token.abi.some((item) => item.type === 'function' && item.name === 'setPair'))
      await chain.call(maker, token, 'setPair', [venues.v4.manager.address])
    return { token, key }
  }

  /** Creates a pool for any key with 1,000 of each currency. */
  async function fill(key: V4Key, ...tokens: readonly Contract[]): Promise<void> {
    const { manager, liquidity } = venues.v4
    await chain.call(maker, manager, 'initialize', [key, EVEN_PRICE])
    for (const token of tokens) await chain.call(maker, token, 'approve', [liquidity.address, SUPPLY])
    const most = Math.floor(887_272 / key.tickSpacing) * key.tickSpacing
    const position = { tickLower: -most, tickUpper: most, liquidityDelta: parseEther('1000'), salt: `0x${'0'.repeat(64)}` }
    await chain.call(maker, liquidity, 'modifyLiquidity', [key, position, '0x'], key.currency0 === COIN ? parseEther('1001') : 0n)
  }

  async function scan(token: Contract, key: V4Key, options?: ProxyOptions): Promise<SecurityFacts> {
    const proxy = options === undefined ? null : await openProxy(node.url, options)
    const currencies = [key.currency0, key.currency1] as const
    const pool = { network: 'eth', token: token.address, pool: computeV4PoolId(key), version: '4', currencies } as const
    try {
      return await scanPool(proxy?.url ?? node.url, { ...pool, holders: [addressOf(maker)] })
    } finally {
      await proxy?.close()
    }
  }
  const summaryOf = ({ flags, taxes, exit }: SecurityFacts) => ({
    honeypot: flags.honeypot?.value,
    cannotBuy: flags.cannot_buy?.value,
    score: exit.score,
    taxes: [taxes.buy.pct, taxes.sell.pct, taxes.transfer.pct],
  })

  it('buys, transfers and sells a plain token', { timeout: 60_000 }, async () => {
    const { token, key } = await open('PlainToken')
    const facts = await scan(token, key)
    expect(summaryOf(facts)).toEqual({ honeypot: false, cannotBuy: false, score: 0, taxes: [0, 0, 0] })
    expect(facts).toMatchObject({ simulatedWith: 'eth_simulateV1', partial: [expect.stringContaining('is held by the contract')] })
    expect(facts.flags).toMatchObject({ anti_whale: { value: false }, trading_cooldown: { value: false }, cannot_sell_all: { value: false } })
  })

  it("measures a token's taxes", { timeout: 60_000 }, async () => {
    const { token, key } = await open('TaxedToken')
    expect(summaryOf(await scan(token, key))).toEqual({ honeypot: false, cannotBuy: false, score: 0, taxes: [3, 5, 0] })
  })

  it('reports a token without successful sells as a honeypot', { timeout: 60_000 }, async () => {
    const { token, key } = await open('SellBlockedToken')
    expect(summaryOf(await scan(token, key))).toEqual({ honeypot: true, cannotBuy: false, score: 100, taxes: [0, null, 0] })
  })

  it('finds what an owner can change through trades', { timeout: 60_000 }, async () => {
    const { token, key } = await open('TaxableToken')
    const { flags, taxes } = await scan(token, key)
    expect([flags.tax_modifiable?.value, flags.pausable?.value, taxes.sell.pct]).toEqual([true, false, 5])
  })

  it('trades a pool with the key from its Initialize event when the id does not prove the key', { timeout: 60_000 }, async () => {
    const [token, quote] = [await deploy('PlainToken'), await deploy('PlainToken')]
    const [currency0, currency1] = [token.address, quote.address].sort() as [Hex, Hex]
    const key = { currency0, currency1, fee: 2_500, tickSpacing: 7, hooks: COIN }
    await fill(key, token, quote)
    expect(summaryOf(await scan(token, key))).toEqual({ honeypot: false, cannotBuy: false, score: 0, taxes: [0, 0, 0] })
  })

  describe('with a hook', () => {
    /** beforeSwap: the lowest bits of a hook's address specify the hooks that the manager calls: https://github.com/Uniswap/v4-core/blob/main/src/libraries/Hooks.sol. */
    const PLACE: Hex = '0x00000000000000000000000000000000c0de0080'
    const selector = toFunctionSelector('beforeSwap(address,(address,address,uint24,int24,address),(bool,int256,uint160),bytes)')
    /** Returns the selector, no delta and no fee; `REFUSES` reverts. */
    const LETS: Hex = `0x63${selector.slice(2)}60e01b60005260606000f3`
    const REFUSES: Hex = '0x60006000fd'

    it.each([
      ['that lets trades pass, the token is tested', LETS, { honeypot: false, cannotBuy: false, score: 0, taxes: [0, 0, 0] }],
      ['that refuses, nothing is said of the token', REFUSES, { honeypot: null, cannotBuy: null, score: null, taxes: [null, null, null] }],
    ])('%s', { timeout: 60_000 }, async (_, code, expected) => {
      await chain.rpc('anvil_setCode', [PLACE, code])
      const token = await deploy('PlainToken')
      const key: V4Key = { currency0: COIN, currency1: token.address, fee: 3_000, tickSpacing: 60, hooks: PLACE }
      await fill(key, token)
      const facts = await scan(token, key)
      expect(summaryOf(facts)).toEqual(expected)
      if (code === REFUSES) expect(facts.exit.message).toContain(PLACE)
    })
  })

  it('falls back to one overridden call without eth_simulateV1, and reports nothing without overrides', { timeout: 60_000 }, async () => {
    const { token, key } = await open('TaxedToken')
    const called = await scan(token, key, { without: ['eth_simulateV1'] })
    expect([called.simulatedWith, summaryOf(called).taxes]).toEqual(['eth_call with overridden state', [3, 5, 0]])
    const refuse: ProxyOptions['before'] = ({ method, params }) =>
      method === 'eth_call' && params.length > 2
        ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'too many arguments, want at most 2' } }) }
        : null
    const blind = await scan(token, key, { without: ['eth_simulateV1'], before: refuse })
    expect(summaryOf(blind)).toEqual({ honeypot: null, cannotBuy: null, score: null, taxes: [null, null, null] })
  })
})
