import { encodeFunctionData, getContractAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, addressOf, openDevChain, type Contract } from '../../../../e2e/fixtures/anvil/chain.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { playMarkets, type Markets } from '../../../../e2e/fixtures/anvil/markets.ts'
import { artifact, ownArtifact } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { computeV4PoolId, PLACES, planV4 } from '../../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Trade } from '../../../../src-shared/domain/events.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { BlockRef, ChainAdapter, Page } from '../../adapter.ts'
import { openAdapter } from '../../registry.ts'
import { proveExchange } from './derive.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const at = (text: string): Address => trustedAddress(text)
const managerAbi = artifact('@uniswap/v4-core/out/PoolManager.sol/PoolManager.json').abi

/** Real contracts of Uniswap v2, v3 and v4 on each network's chain id; the forks' own contracts are not covered. */
describe.skipIf(missing !== null).each(['eth', 'base', 'bsc'] as const)(`Uniswap v2, v3 and v4 on a real %s node ${missing ?? ''}`, (network) => {
  let anvil: Anvil
  let truth: Markets
  let adapter: ChainAdapter
  let head: BlockRef
  let pools: Pool[]
  let trades: Trade[]

  beforeAll(async () => {
    anvil = await spawnAnvil({ chainId: NETWORKS[network].chainId ?? 0 })
    truth = await playMarkets(anvil.url, { holders: 20, transfers: 40 })
    adapter = openAdapter({ network, endpoints: [anvil.url] })
    head = await adapter.head(signal)
    pools = await all(adapter.pools(at(truth.token), 0, head.number, signal))
    trades = await all(adapter.trades(pools, 0, head.number, signal))
  })
  afterAll(async () => {
    await adapter.close()
    await anvil.stop()
  })

  test('pools of all three versions are found by the listed factories, the v4 pool by its id', () => {
    expect(pools.map(({ address, dex, dexVersion }) => ({ address, dex, dexVersion }))).toEqual([
      { address: truth.v2Pool, dex: 'Uniswap', dexVersion: '2' },
      { address: truth.v3Pool, dex: 'Uniswap', dexVersion: '3' },
      { address: truth.v4Pool, dex: 'Uniswap', dexVersion: '4' },
    ])
    expect(pools[2]).toMatchObject({ token0: NATIVE, token1: truth.token })
  })

  test('a pool that was created before its token is found once the token moves to the manager', async () => {
    const chain = await openDevChain(anvil.url)
    const maker = account('early pool')
    await chain.setBalance(addressOf(maker), 10n ** 21n)
    const manager = { address: PLACES[NETWORKS[network].chainId ?? 0]?.v4Manager ?? addressOf(maker), abi: managerAbi }
    const future = getContractAddress({ from: addressOf(maker), nonce: 1n }).toLowerCase() as `0x${string}`
    const { key, initialize } = planV4({ address: future, abi: [] }, 10n ** 24n, 10n ** 20n)
    await chain.call(maker, manager, 'initialize', initialize)
    const token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Early', 'EARLY', 10n ** 24n])
    expect(token.address).toBe(future)
    await chain.call(maker, token, 'transfer', [manager.address, 1n])
    const now = await adapter.head(signal)
    const created = await adapter.token(at(token.address), now, signal)
    expect(await all(adapter.pools(at(token.address), created?.createdBlock ?? 0, now.number, signal))).toEqual([])
    const among = (candidates: readonly string[]) => adapter.poolsAmong({ token: at(token.address), candidates: candidates.map(at) }, now, signal)
    expect(await among([manager.address, addressOf(maker)])).toMatchObject([
      { address: computeV4PoolId(key), dex: 'Uniswap', dexVersion: '4', token0: NATIVE, token1: token.address },
    ])
    expect(await among([addressOf(maker)])).toEqual([])
  })

  test('the v2 and v3 pools, deployed from the published code, have the addresses of the listed code hashes', () => {
    for (const pool of pools.slice(0, 2)) {
      expect(proveExchange(network, pool.address, pool.token0, pool.token1)).toEqual({
        dex: 'Uniswap',
        version: pool.dexVersion,
        fee: pool.dexVersion === '3' ? 3_000 : null,
      })
    }
  })

  test('each swap leg is one trade, exact on both sides, with the sign convention of each version', () => {
    const order = new Map(pools.map((pool) => [pool.address, pool]))
    const read = trades.map((trade) => {
      const pool = order.get(trade.pool ?? at(''))
      const gained0 = trade.tokenOut.token === pool?.token0
      const [amount0, amount1] = gained0 ? [trade.tokenOut.raw, -trade.tokenIn.raw] : [-trade.tokenIn.raw, trade.tokenOut.raw]
      return {
        ...{ tx: trade.tx, block: trade.position.block, logIndex: trade.position.event, signer: trade.signer, pool: trade.pool },
        ...{ amount0: String(amount0), amount1: String(amount1) },
      }
    })
    expect(read).toEqual(truth.legs)
    expect(trades.every((trade) => trade.tokenIn.decimals === 18 && trade.tokenOut.decimals === 18)).toBe(true)
  })

  test('the receiver is correct along a route, from a manager, and where a router unwraps the coins', () => {
    const inTx = (tx: string): Trade[] => trades.filter((trade) => trade.tx === tx)
    expect(inTx(truth.routed).map((trade) => trade.receiver)).toEqual([addressOf(account('markets friend'))])
    expect(inTx(truth.unwrapped).map((trade) => trade.receiver)).toEqual([truth.seller])
    const buys = trades.filter((trade) => trade.pool === truth.v4Pool && trade.tokenOut.token === truth.token)
    expect(buys.map((trade) => trade.receiver)).toEqual([truth.seller])
  })

  test('amounts of a fee-on-transfer token are exact on the side of the pool', async () => {
    const token = at(truth.taxed.token)
    const found = await all(adapter.pools(token, 0, head.number, signal))
    const legs = await all(adapter.trades(found, 0, head.number, signal))
    const amounts = truth.taxed.legs.map(({ amount0, amount1 }) => [amount0, amount1].map((raw) => raw.replace('-', '')).sort())
    expect(legs.map((trade) => [String(trade.tokenIn.raw), String(trade.tokenOut.raw)].sort())).toEqual(amounts)
    expect(found.map((pool) => pool.address)).toEqual([truth.taxed.pool])
  })
})

describe.skipIf(missing !== null)(`a bonding curve with events in the published layout ${missing ?? ''}`, () => {
  test('its buys and sells are trades, exact on both sides, found by the transfers of the token', async () => {
    const anvil = await spawnAnvil({ chainId: 56 })
    try {
      const chain = await openDevChain(anvil.url)
      const [maker, person] = [account('curve maker'), account('curve person')]
      for (const one of [maker, person]) await chain.setBalance(one.address, 10n ** 20n)
      const made = await chain.deploy(maker, ownArtifact('CurveStandIn'), [])
      const listed = { address: '0x5c952063c7fc8610ffdb798152d69f0b9550762b', abi: made.abi } as const
      await chain.rpc('anvil_setCode', [listed.address, await chain.rpc('eth_getCode', [made.address, 'latest'])])
      const tokens = [await chain.deploy(maker, ownArtifact('LaunchToken'), ['One', 'ONE', 10n ** 27n])]
      tokens.push(await chain.deploy(maker, ownArtifact('LaunchToken'), ['Two', 'TWO', 10n ** 27n]))
      for (const token of tokens) await chain.call(maker, token, 'transfer', [listed.address, 10n ** 27n])
      for (const token of tokens) await chain.call(person, listed, 'buy', [token.address], 10n ** 18n)
      const [token, next] = tokens
      if (token === undefined || next === undefined) throw new Error('no token')
      await chain.call(person, token, 'approve', [listed.address, 10n ** 21n])
      await chain.call(person, listed, 'sell', [token.address, 2n * 10n ** 20n])
      // A router sells one token and buys the next in one transaction, as on a route between two curves.
      const router = await chain.deploy(maker, ownArtifact('Errands'), [])
      await chain.call(person, token, 'transfer', [router.address, 10n ** 20n])
      const errand = ({ address, abi }: Contract, functionName: string, args: readonly unknown[], value = 0n) => ({
        ...{ target: address, value },
        data: encodeFunctionData({ abi, functionName, args }),
      })
      const route = [
        errand(token, 'approve', [listed.address, 10n ** 20n]),
        errand(listed, 'sell', [token.address, 10n ** 20n]),
        errand(listed, 'buy', [next.address], 10n ** 16n),
      ]
      await chain.call(person, router, 'run', [route], 10n ** 16n)

      const adapter = openAdapter({ network: 'bsc', endpoints: [anvil.url] })
      const head = await adapter.head(signal)
      const pools = await adapter.poolsAmong({ token: at(token.address), candidates: [at(listed.address), at(addressOf(person))] }, head, signal)
      expect(pools).toMatchObject([{ address: listed.address, dex: 'four.meme', dexVersion: '2', token0: token.address, token1: NATIVE }])
      const trades = await all(adapter.trades(pools, 0, head.number, signal))
      const cost = (10n ** 18n * 99n) / 100n
      expect(trades).toMatchObject([
        {
          ...{ dex: 'four.meme', receiver: addressOf(person), confidence: 'likely' },
          ...{ tokenIn: { token: NATIVE, raw: cost, decimals: 18 }, tokenOut: { token: token.address, raw: cost * 1_000n } },
        },
        { tokenIn: { token: token.address, raw: 2n * 10n ** 20n }, tokenOut: { token: NATIVE, raw: 2n * 10n ** 17n } },
        { tokenIn: { token: token.address, raw: 10n ** 20n }, tokenOut: { token: NATIVE, raw: 10n ** 17n } },
      ])
      const others = await adapter.poolsAmong({ token: at(next.address), candidates: [at(listed.address)] }, head, signal)
      expect((await all(adapter.trades(others, 0, head.number, signal))).at(-1)).toMatchObject({
        ...{ tokenIn: { token: NATIVE, raw: (10n ** 16n * 99n) / 100n }, tokenOut: { token: next.address } },
      })
      await adapter.close()
    } finally {
      await anvil.stop()
    }
  })
})

async function all<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}
