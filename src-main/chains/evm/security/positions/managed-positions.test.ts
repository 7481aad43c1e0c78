import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { answerCall, openProxy, type ProxyAnswer, type RpcCall } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { artifact, ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployAt, deployVenues, computeV4PoolId, PLACES, seedV4, swapV4, type V4Key, type Venues } from '../../../../../e2e/fixtures/anvil/venues.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { PoolLiquidity, SecurityFacts } from '../../../security/facts.ts'
import { scanPool } from '../testing/scan-pool.ts'

/**
 * Liquidity in the real pool manager of Uniswap v4. The position manager is our own contract at the address of Uniswap's. Like Uniswap's, it is the
 * sender, writes the NFT's id as the salt and answers `ownerOf`. These tests do not prove that Uniswap's contract does so, and do not cover its
 * permits, subscribers and batches. The locker is only an address: Clanker's published code is what locks the liquidity.
 */

const missing = anvilMissing()
const BASE = 8453
const CLANKER: Hex = '0x63d2dfea64b3433f4071a98665bcd7ca14d93496'
const DEAD = '0x000000000000000000000000000000000000dEaD'
const WIDE = [-887_220, 887_220] as const

describe.skipIf(missing !== null)(`positions in pools of a pool manager${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let holder: Contract
  const maker = account('managed maker')
  const friend = account('managed friend')

  beforeAll(async () => {
    node = await spawnAnvil({ chainId: BASE })
    chain = await openDevChain(node.url)
    for (const who of [maker, friend]) await chain.setBalance(addressOf(who), parseEther('100000'))
    venues = await deployVenues(chain, maker, BASE)
    const place = PLACES[BASE]?.v4Positions ?? '0x'
    holder = await deployAt(chain, maker, place, ownArtifact('PositionManagerStandIn'), [venues.v4.manager.address])
    await chain.send(maker, holder.address, { value: parseEther('10000') })
  }, 60_000)
  afterAll(() => node.stop())

  interface Open {
    readonly token: Contract
    readonly key: V4Key
  }
  /** A pool at one coin for a thousand tokens, without liquidity. */
  async function open(): Promise<Open> {
    const token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Managed', 'MNG', parseEther('100000000')])
    await chain.call(maker, token, 'transfer', [holder.address, parseEther('50000000')])
    const key: V4Key = { currency0: `0x${'0'.repeat(40)}`, currency1: token.address, fee: 3_000, tickSpacing: 60, hooks: `0x${'0'.repeat(40)}` }
    await chain.call(maker, venues.v4.manager, 'initialize', [key, 2n ** 96n * 32n])
    return { token, key }
  }
  async function mint({ key }: Open, to: Hex, liquidity: bigint, [lower, upper]: readonly [number, number] = WIDE): Promise<bigint> {
    const id = (await chain.read(holder, 'nextTokenId', [])) as bigint
    await chain.call(maker, holder, 'mint', [key, lower, upper, liquidity, to])
    return id
  }
  const change = (who: Sender, id: bigint, liquidity: bigint): Promise<unknown> => chain.call(who, holder, 'change', [id, liquidity])

  const scan = ({ token, key }: Open, url = node.url): Promise<SecurityFacts> =>
    scanPool(url, { network: 'base', token: token.address, pool: computeV4PoolId(key), version: '4', currencies: [key.currency0, key.currency1] })
  const liquidityOf = async (opened: Open): Promise<PoolLiquidity | undefined> => (await scan(opened)).liquidity?.[0]

  it('belong to the owners of their NFTs, by value, after trades and a partial withdrawal', { timeout: 60_000 }, async () => {
    const opened = await open()
    const first = await mint(opened, addressOf(maker), parseEther('3000'))
    expect(await liquidityOf(opened)).toMatchObject({
      pool: computeV4PoolId(opened.key),
      quote: NATIVE,
      largestFreePct: 100,
      lockedPct: 0,
      locks: [],
    })
    const second = await mint(opened, addressOf(friend), parseEther('2000'))
    await swapV4(chain, venues, maker, opened.key, opened.token, false, parseEther('1'))
    await change(friend, second, -parseEther('1000'))
    await chain.call(maker, holder, 'transferFrom', [addressOf(maker), DEAD, first])
    const read = await liquidityOf(opened)
    expect(read).toMatchObject({ locks: [{ type: 'burn', unlockAt: null }], largestFreeOwner: addressOf(friend) })
    expect([read?.lockedPct, read?.largestFreePct]).toEqual([expect.closeTo(75, 6), expect.closeTo(25, 6)])
  })

  it('hold the amounts that the manager pays out, except for rounding, below, at and above the price', { timeout: 60_000 }, async () => {
    const opened = await open()
    const ids = [
      await mint(opened, addressOf(friend), parseEther('500')),
      await mint(opened, addressOf(friend), parseEther('70000'), [69_000, 69_600]),
      await mint(opened, addressOf(friend), parseEther('900'), [75_000, 76_200]),
      await mint(opened, addressOf(friend), parseEther('900'), [12_000, 24_000]),
    ]
    const reported = (await liquidityOf(opened))?.quoteRaw ?? 0n
    const before = BigInt((await chain.rpc('eth_getBalance', [venues.v4.manager.address, 'latest'])) as string)
    for (const [i, id] of ids.entries()) await change(friend, id, -([500, 70_000, 900, 900].map((n) => parseEther(String(n)))[i] ?? 0n))
    const after = BigInt((await chain.rpc('eth_getBalance', [venues.v4.manager.address, 'latest'])) as string)
    expect(reported).toBeGreaterThan(parseEther('1'))
    expect(Number(before - after - reported)).toBeLessThanOrEqual(ids.length)
    expect(Number(before - after - reported)).toBeGreaterThanOrEqual(-ids.length)
  })

  it('are locked when a listed locker owns their NFTs', { timeout: 60_000 }, async () => {
    const opened = await open()
    const ranges = [WIDE, [69_000, 69_600], [69_600, 72_000]] as const
    for (const range of ranges) await mint(opened, CLANKER, parseEther('1000'), range)
    const read = await liquidityOf(opened)
    expect(read).toMatchObject({ largestFreePct: 0, largestFreeOwner: null })
    expect(read?.lockedPct).toBeCloseTo(100, 6)
    expect(new Set(read?.locks.map(({ type, unlockAt }) => `${type} ${unlockAt}`))).toEqual(new Set(['Clanker LP locker v4.0 fee conversion null']))
  })

  it('belong to the contract that holds them directly in the manager, and the scan says so', { timeout: 60_000 }, async () => {
    const token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Direct', 'DIR', parseEther('1000000')])
    const key = await seedV4(chain, venues, maker, token, parseEther('100000'), parseEther('100'))
    const keeper = venues.v4.liquidity.address
    const facts = await scan({ token, key })
    expect(facts.liquidity).toMatchObject([{ lockedPct: 0, largestFreePct: 100, largestFreeOwner: keeper }])
    expect(facts.partial.join(' ')).toContain(`100.0 % of the liquidity of ${computeV4PoolId(key)} is held by the contract ${keeper}`)
  })

  it('are locked when a locker holds them directly in the manager', { timeout: 60_000 }, async () => {
    const opened = await open()
    const locker = await deployAt(chain, maker, CLANKER, artifact('@uniswap/v4-core/out/PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.json'), [
      venues.v4.manager.address,
    ])
    await chain.call(maker, opened.token, 'approve', [locker.address, parseEther('1000000')])
    const position = { tickLower: WIDE[0], tickUpper: WIDE[1], liquidityDelta: parseEther('1000'), salt: `0x${'0'.repeat(64)}` }
    await chain.call(maker, locker, 'modifyLiquidity', [opened.key, position, '0x'], parseEther('100'))
    expect(await liquidityOf(opened)).toMatchObject({ lockedPct: 100, largestFreePct: 0, largestFreeOwner: null })
  })

  it('are none in an empty pool, and unknown where a hook can trade instead of the pool', { timeout: 60_000 }, async () => {
    const { token, key } = await open()
    expect((await scan({ token, key })).liquidity).toMatchObject([{ quoteRaw: 0n }])
    // Flags in the lowest bits: beforeSwap, and whether it returns amounts.
    const hooked = async (hooks: Hex): Promise<SecurityFacts> => {
      await chain.rpc('anvil_setCode', [hooks, '0x00'])
      await chain.call(maker, venues.v4.manager, 'initialize', [{ ...key, hooks }, 2n ** 96n * 32n])
      return scan({ token, key: { ...key, hooks } })
    }
    expect((await hooked('0x00000000000000000000000000000000c0de0080')).liquidity).toMatchObject([{ quoteRaw: 0n }])
    const facts = await hooked('0x00000000000000000000000000000000c0de0088')
    expect(facts.liquidity).toBeNull()
    expect(facts.partial.join(' ')).toContain('the pool itself has none, but its hook can trade with tokens of its own.')
  })

  it('are read in pieces where the endpoint limits the block range', { timeout: 60_000 }, async () => {
    const opened = await open()
    for (const who of [maker, friend, maker]) await mint(opened, addressOf(who), parseEther('1000'))
    const proxy = await openProxy(node.url, { logsMaxRange: 10 })
    const facts = await scan(opened, proxy.url)
    await proxy.close()
    expect(proxy.logQueries.length).toBeGreaterThan(3)
    expect(facts.liquidity?.[0]?.largestFreePct).toBeCloseTo(200 / 3, 6)
  })

  it('are unknown where the events do not add up, and no pool is reported as empty', { timeout: 60_000 }, async () => {
    const opened = await open()
    await mint(opened, addressOf(maker), parseEther('1000'))
    const half = await mint(opened, addressOf(maker), parseEther('1000'))
    const proxy = await openProxy(node.url, { before: (call) => withoutSalt(call, half) })
    const facts = await scan(opened, proxy.url)
    await proxy.close()
    expect(facts.liquidity).toBeNull()
    expect(facts.partial.join(' ')).toContain("The pool's events do not add up to the liquidity it reports")
  })

  /** An endpoint that withholds the events of one position. */
  async function withoutSalt(call: RpcCall, salt: bigint): Promise<ProxyAnswer | null> {
    const { method, params } = call
    if (method !== 'eth_getLogs') return null
    const logs = (await chain.rpc(method, params)) as { data: string }[]
    const kept = logs.filter(({ data }) => data.length < 258 || BigInt(`0x${data.slice(194, 258)}`) !== salt)
    return answerCall(call, { result: kept })
  }
})
