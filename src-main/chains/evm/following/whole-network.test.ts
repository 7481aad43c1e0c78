import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { playMarkets, type Markets } from '../../../../e2e/fixtures/anvil/markets.ts'
import { openProxy, type CountingProxy } from '../../../../e2e/fixtures/anvil/proxy.ts'
import { artifact, buy, deployUniswap, ownArtifact, seedPool } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployAt, PLACES } from '../../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter, NetworkUpdate, PoolCache, ResolvedPool, WholeNetwork } from '../../adapter.ts'
import { openAdapter } from '../../registry.ts'

const missing = anvilMissing()
const ETHER = 10n ** 18n
const signal = new AbortController().signal

describe.skipIf(missing !== null)(`the trades of a whole network on a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let proxy: CountingProxy
  const cached = new Map<string, ResolvedPool>()
  let adapter: ChainAdapter
  const open = (): ChainAdapter => openAdapter({ network: 'eth', endpoints: [proxy.url] })
  const cache: PoolCache = {
    read: async (addresses) => addresses.flatMap((address) => cached.get(address) ?? []),
    write: (pools) => pools.forEach((pool) => cached.set(pool.address, pool)),
  }
  const network = (one = adapter): WholeNetwork => {
    if (one.wholeNetwork === undefined) throw new Error('no whole network')
    return one.wholeNetwork
  }
  const head = async (): Promise<number> => Number(await chain.rpc('eth_blockNumber', []))
  const read = async (from: number, to: number, one = adapter): Promise<Trade[]> => {
    const trades: Trade[] = []
    for await (const block of network(one).read(from, to, cache, signal)) trades.push(...block.trades)
    return trades
  }

  beforeEach(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    proxy = await openProxy(anvil.url)
    cached.clear()
    adapter = open()
  })
  afterEach(async () => {
    await adapter.close()
    await proxy.close()
    await anvil.stop()
  })

  test('are those that a read of each token finds, of pools of three Uniswap versions that were never read', async () => {
    const truth: Markets = await playMarkets(anvil.url, { holders: 10, transfers: 10 })
    const trades = await read(0, truth.head)
    const ofToken = trades.filter(({ tokenIn, tokenOut }) => [tokenIn.token, tokenOut.token].includes(trustedAddress(truth.token)))
    expect(ofToken.map((trade) => [trade.tx, trade.position.block, trade.position.event, trade.pool, trade.signer])).toEqual(
      truth.legs.map((leg) => [leg.tx, leg.block, leg.logIndex, leg.pool, leg.signer]),
    )
    for (const token of [truth.token, truth.taxed.token].map(trustedAddress)) {
      const at = await adapter.head(signal)
      const pools: Pool[] = []
      for await (const page of adapter.pools(token, 0, at.number, signal)) pools.push(...page.rows)
      const own: Trade[] = []
      for await (const page of adapter.trades(pools, 0, at.number, signal)) own.push(...page.rows)
      expect(own.length).toBeGreaterThan(1)
      expect(trades.filter(({ tokenIn, tokenOut }) => [tokenIn.token, tokenOut.token].includes(token))).toEqual(own)
    }
  })

  test('include what a pair of an unlisted exchange was paid before, and leave out a price that nobody paid', async () => {
    const [maker, buyer] = [account('network maker'), account('network buyer')]
    for (const who of [maker, buyer]) await chain.setBalance(addressOf(who), 100n * ETHER)
    const weth = await deployAt(chain, maker, PLACES[1]?.weth ?? '0x', artifact('@uniswap/v2-periphery/build/WETH9.json'), [])
    const factory = await chain.deploy(maker, artifact('@uniswap/v2-core/build/UniswapV2Factory.json'), [addressOf(maker)])
    const router = await chain.deploy(maker, artifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'), [factory.address, weth.address])
    const token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['New', 'NEW', 1_000n * ETHER])
    const pair = await seedPool(chain, { weth, factory, router }, maker, token, 500n * ETHER, 10n * ETHER)
    await chain.call(buyer, weth, 'deposit', [], ETHER)
    await chain.call(buyer, weth, 'transfer', [pair.address, ETHER])
    const outs = token.address < weth.address ? [ETHER, 0n] : [0n, ETHER]
    const { transactionHash } = await chain.call(buyer, pair, 'swap', [...outs, addressOf(buyer), '0x'])

    const made = await chain.deploy(maker, ownArtifact('LookalikeFactory'), [token.address, weth.address])
    const fake = (await chain.read(made, 'pool', [])) as Address
    await chain.call(maker, token, 'transfer', [fake, ETHER])
    const pretended = { address: fake, abi: ownArtifact('LookalikePool').abi }
    await chain.call(maker, pretended, 'pretendBuy', [token.address, ETHER / 10n, 9n * ETHER, addressOf(maker)])
    expect((await read(0, await head())).map(({ tx, pool, tokenIn }) => [tx, pool, tokenIn.raw])).toEqual([[transactionHash, pair.address, ETHER]])
  })

  test('need the pools resolved once, also after a restart', async () => {
    const truth = await playMarkets(anvil.url, { holders: 10, transfers: 10 })
    const first = await read(0, truth.head)
    expect(cached.size).toBe(new Set(first.map(({ pool }) => pool)).size)
    await adapter.close()
    adapter = open()
    for (const [key, pool] of cached) cached.set(key, { ...pool, dex: 'cached' })
    const again = await read(0, truth.head)
    expect(again.map(({ tx }) => tx)).toEqual(first.map(({ tx }) => tx))
    expect(new Set(again.map(({ dex }) => dex))).toEqual(new Set(['cached']))
  })

  test('are emitted once, withdrawn with a reorganisation, and emitted again', async () => {
    const creator = account('network creator')
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    const exchange = await deployUniswap(chain, creator)
    const updates: NetworkUpdate[] = []
    const stop = new AbortController()
    const from = (await head()) + 1
    const ended = (async () => {
      for await (const update of network().follow(from, cache, stop.signal)) updates.push(update)
    })()
    const txs = (): string[] => updates.flatMap((update) => (update.kind === 'block' ? update.block.trades.map(({ tx }) => tx) : []))
    const token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['New', 'NEW', 1_000n * ETHER])
    await seedPool(chain, exchange, creator, token, 500n * ETHER, ETHER)
    const made = [await buy(chain, exchange, creator, token, ETHER / 10n), await buy(chain, exchange, creator, token, ETHER / 10n)]
    await expect.poll(txs, { timeout: 20_000 }).toEqual(made)
    await chain.rpc('anvil_reorg', [1, []])
    const after = await buy(chain, exchange, creator, token, ETHER / 5n)
    await expect.poll(() => txs().at(-1), { timeout: 20_000 }).toBe(after)
    const reverted = updates.flatMap((update) => (update.kind === 'withdrawn' ? [update.from] : []))
    const blockOf = (tx: string): number | undefined =>
      updates.flatMap((update) => (update.kind === 'block' && update.block.trades.some((trade) => trade.tx === tx) ? [update.block.number] : []))[0]
    expect(reverted).toEqual([blockOf(made[1] ?? '')])
    expect(txs()).toEqual([...made, after])
    stop.abort()
    await ended
  })
})
