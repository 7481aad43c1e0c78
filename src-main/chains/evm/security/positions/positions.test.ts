import { parseEther, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { deployAt, deployVenues, seedV3, swapV3, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import type { PoolLiquidity, SecurityFacts } from '../../../security/facts.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import { scanPool } from '../testing/scan-pool.ts'

/**
 * Positions in the real Uniswap v3, in the real position manager. The locker is our own contract at the address of UNCX's. It has the getters that
 * UNCX publishes, but its event is shorter than UNCX's, so these tests do not cover that event.
 */

const missing = anvilMissing()
const UNCX: Hex = '0xfd235968e65b0990584585763f837a5b5330e6de'
const DEAD = '0x000000000000000000000000000000000000dEaD'
const FEE = 3_000
const FAR_FUTURE = 4_102_444_800n
const artifact = (name: 'PlainToken' | 'PositionLocker'): Artifact => ({
  abi: compiled.contracts[name].abi as Abi,
  bytecode: compiled.contracts[name].bytecode as Hex,
})

describe.skipIf(missing !== null)(`positions of a concentrated pool${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let locker: Contract
  const maker = account('position maker')
  const friend = account('position friend')

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, friend]) await chain.setBalance(addressOf(who), parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
    locker = await deployAt(chain, maker, UNCX, artifact('PositionLocker'), [])
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('20000'))
  }, 60_000)
  afterAll(() => node.stop())

  interface Open {
    readonly token: Contract
    readonly pool: Hex
  }
  /** A full-range pool with 100 coins, owned by the maker. */
  async function open(): Promise<Open> {
    const token = await chain.deploy(maker, artifact('PlainToken'), [parseEther('1000000')])
    const seed = { token, amount: parseEther('100000'), other: venues.v2.weth, otherAmount: parseEther('100') }
    return { token, pool: await seedV3(chain, venues, maker, seed) }
  }
  /** Another full-range position of up to 100 coins for an owner. */
  async function add({ token }: Open, to: Hex, part = 1n): Promise<void> {
    const { weth } = venues.v2
    const inOrder = token.address < weth.address
    const [token0, token1] = inOrder ? [token.address, weth.address] : [weth.address, token.address]
    const [tokens, coins] = [parseEther('100000') / part, parseEther('100') / part]
    const [amount0Desired, amount1Desired] = inOrder ? [tokens, coins] : [coins, tokens]
    const mint = { token0, token1, fee: FEE, tickLower: -887_220, tickUpper: 887_220, amount0Desired, amount1Desired }
    await chain.call(maker, venues.v3.positions, 'mint', [{ ...mint, amount0Min: 0n, amount1Min: 0n, recipient: to, deadline: FAR_FUTURE }])
  }
  const newestNft = async (): Promise<bigint> => {
    const count = (await chain.read(venues.v3.positions, 'totalSupply', [])) as bigint
    return (await chain.read(venues.v3.positions, 'tokenByIndex', [count - 1n])) as bigint
  }

  const scan = ({ token, pool }: Open, url = node.url): Promise<SecurityFacts> => {
    const [token0 = '', token1 = ''] = [token.address, venues.v2.weth.address].sort()
    return scanPool(url, { network: 'eth', token: token.address, pool, version: '3', currencies: [token0, token1] })
  }
  const liquidityOf = async (opened: Open): Promise<PoolLiquidity | undefined> => (await scan(opened)).liquidity?.[0]

  it('can be withdrawn by their makers while these hold the NFTs', { timeout: 60_000 }, async () => {
    const opened = await open()
    expect(await liquidityOf(opened)).toMatchObject({ lockedPct: 0, locks: [], largestFreePct: 100, largestFreeOwner: addressOf(maker) })
    await add(opened, addressOf(friend))
    const shared = await liquidityOf(opened)
    expect(shared).toMatchObject({ lockedPct: 0 })
    expect(shared?.largestFreePct).toBeCloseTo(50, 6)
  })

  it('of a contract that is not a locker, such as a farm, get a note', { timeout: 60_000 }, async () => {
    const opened = await open()
    const farm = venues.v2.router.address
    await chain.call(maker, venues.v3.positions, 'transferFrom', [addressOf(maker), farm, await newestNft()])
    const { liquidity, partial } = await scan(opened)
    expect(liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: 100, largestFreeOwner: farm }])
    expect(partial).toEqual([`100.0 % of the liquidity of ${opened.pool} is held by the contract ${farm}, whose code decides who may withdraw it.`])
  })

  it('count as burned with the NFT, also after trades and a partial withdrawal', { timeout: 60_000 }, async () => {
    const opened = await open()
    const first = await newestNft()
    await add(opened, addressOf(friend))
    await chain.call(maker, venues.v3.positions, 'transferFrom', [addressOf(maker), DEAD, first])
    await swapV3(chain, venues, maker, [venues.v2.weth, opened.token], parseEther('5'))
    const second = await newestNft()
    const [, , , , , , , liquidity] = (await chain.read(venues.v3.positions, 'positions', [second])) as readonly bigint[]
    const out = { tokenId: second, liquidity: (liquidity ?? 0n) / 2n, amount0Min: 0n, amount1Min: 0n, deadline: FAR_FUTURE }
    await chain.call(friend, venues.v3.positions, 'decreaseLiquidity', [out])
    const read = await liquidityOf(opened)
    expect(read?.lockedPct).toBeCloseTo(200 / 3, 4)
    expect(read?.locks).toMatchObject([{ type: 'burn', unlockAt: null }])
    expect([read?.largestFreeOwner, read?.largestFreePct]).toEqual([addressOf(friend), expect.closeTo(100 / 3, 4)])
  })

  it('are locked until the unlock date of the locker, and free afterwards', { timeout: 60_000 }, async () => {
    const opened = await open()
    const id = await newestNft()
    const until = chain.now() + 86_400 * 90
    await chain.call(maker, venues.v3.positions, 'approve', [UNCX, id])
    await chain.call(maker, locker, 'lock', [venues.v3.positions.address, id, BigInt(until)])
    expect(await liquidityOf(opened)).toMatchObject({ lockedPct: 100, locks: [{ type: 'UNCX V3', unlockAt: until }], largestFreePct: 0 })
    chain.wait(86_400 * 91)
    await chain.call(maker, venues.v2.weth, 'deposit', [], 1n)
    expect(await liquidityOf(opened)).toMatchObject({ lockedPct: 0, locks: [], largestFreePct: 100, largestFreeOwner: addressOf(maker) })
  })

  it('have no unlock date in a locker that has no lock for them', { timeout: 60_000 }, async () => {
    const opened = await open()
    await chain.call(maker, venues.v3.positions, 'transferFrom', [addressOf(maker), UNCX, await newestNft()])
    expect(await liquidityOf(opened)).toMatchObject({ lockedPct: 100, locks: [{ type: 'UNCX V3', unlockAt: null }] })
  })

  it('are unknown where the node does not return the events, and the scan says so', { timeout: 60_000 }, async () => {
    const opened = await open()
    const proxy = await openProxy(node.url, { without: ['eth_getLogs'] })
    const facts = await scan(opened, proxy.url)
    await proxy.close()
    expect(facts.liquidity?.[0]).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(facts.partial.join(' ')).toContain(`The owners of the liquidity of ${opened.pool} are unknown`)
  })

  it('are read after more than a hundred additions, far apart, from an endpoint with a small block range', { timeout: 120_000 }, async () => {
    const opened = await open()
    for (let i = 0; i < 120; i++) await add(opened, addressOf(i % 2 === 0 ? friend : maker), 100n)
    await chain.rpc('anvil_mine', ['0x258'])
    chain.wait(86_400)
    for (let i = 0; i < 9; i++) await add(opened, addressOf(friend), 10n)
    const refusal = 'query exceeds max block range'
    const proxy = await openProxy(node.url, { logsMaxRange: 300, refusal })
    const read = (await scan(opened, proxy.url)).liquidity?.[0]
    await proxy.close()
    expect(proxy.logQueries.length).toBeGreaterThan(5)
    expect(Math.max(...proxy.logQueries.map(({ from, to }) => to - from + 1))).toBeLessThanOrEqual(300)
    // The maker opened with 100 coins and added 60; the friend added 60 and 90.
    expect(read?.largestFreeOwner).toBe(addressOf(maker))
    expect(read?.largestFreePct).toBeCloseTo((160 * 100) / 310, 4)
  })

  it('are unknown when they cannot be read in time, while the depth of the pool is still reported', { timeout: 60_000 }, async () => {
    const opened = await open()
    const late = new AbortController()
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === TIME_LIMITS.parts ? late.signal : timeout(ms)))
    const silent = new Promise<never>(() => undefined)
    const proxy = await openProxy(node.url, {
      before({ method, params }) {
        if (method !== 'eth_getLogs' || !JSON.stringify(params).includes(opened.pool)) return null
        late.abort(new DOMException('The time is over.', 'TimeoutError'))
        return silent
      },
    })
    const facts = await scan(opened, proxy.url)
    await proxy.close()
    vi.restoreAllMocks()
    expect(facts.liquidity?.[0]).toMatchObject({ lockedPct: null, largestFreePct: null })
    expect(Number(facts.liquidity?.[0]?.quoteRaw)).toBeCloseTo(100e18, -6)
    expect(facts.partial).toContain(`The owners of the liquidity of ${opened.pool} are unknown: its history could not be read in time.`)
  })
})
