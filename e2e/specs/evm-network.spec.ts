import { setTimeout as delay } from 'node:timers/promises'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../fixtures/anvil/chain.ts'
import { openProxy, type CountingProxy } from '../fixtures/anvil/proxy.ts'
import { buy, ownArtifact, seedPool, sell } from '../fixtures/anvil/uniswap.ts'
import { computeV4PoolId, deployVenues, seedV3, seedV4, swapV3, swapV4, type Venues } from '../fixtures/anvil/venues.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { listenToTrades } from '../fixtures/trade-listener.ts'

/** Subscriptions to the trades of a whole network over the public API, from a real node with real Uniswap contracts that has never been read. */

const ETHER = 10n ** 18n
const SUPPLY = 1_000_000n * ETHER

const listen = (service: RunningService, address: string, since?: string) => listenToTrades(service, { network: 'eth', address, since })

test.describe('a whole network followed live', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Anvil
  let proxy: CountingProxy
  let chain: DevChain
  let venues: Venues
  let token: Contract
  let v2Pool: string
  let v3Pool: string
  let v4: Awaited<ReturnType<typeof seedV4>>
  let dataDir: string
  let service: RunningService
  const trader: Sender = account('network trader')
  const wallet = addressOf(trader).toLowerCase()

  test.beforeEach(async () => {
    node = await spawnAnvil()
    proxy = await openProxy(node.url)
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(trader), 5_000n * ETHER)
    venues = await deployVenues(chain, trader, 1)
    token = await chain.deploy(trader, ownArtifact('LaunchToken'), ['Whole', 'WHL', SUPPLY])
    await chain.call(trader, venues.v2.weth, 'deposit', [], 1_000n * ETHER)
    v2Pool = (await seedPool(chain, venues.v2, trader, token, SUPPLY / 10n, 100n * ETHER)).address
    v3Pool = await seedV3(chain, venues, trader, { token, amount: SUPPLY / 10n, other: venues.v2.weth, otherAmount: 100n * ETHER })
    v4 = await seedV4(chain, venues, trader, token, SUPPLY / 10n, 100n * ETHER)
    dataDir = await temporaryFolder()
    service = await startService({ dataDir, sources: [`eth=${proxy.url}`] })
  })
  test.afterEach(async () => {
    await service.stop()
    await proxy.close()
    await node.stop()
    await removeFolder(dataDir)
  })

  const swapEverywhere = async (): Promise<string[]> => [
    await buy(chain, venues.v2, trader, token, ETHER),
    await swapV3(chain, venues, trader, [venues.v2.weth, token], ETHER),
    await swapV4(chain, venues, trader, v4, token, false, ETHER),
    await sell(chain, venues.v2, trader, token, 10n * ETHER),
  ]
  const headBlock = async (): Promise<number> => Number(await chain.rpc('eth_blockNumber', []))

  test('the id of a pool of Uniswap v4 gets its trades alone', async () => {
    const id = computeV4PoolId(v4)
    const client = await listen(service, id)
    await client.acknowledged()
    const [, , inPool] = await swapEverywhere()
    const again = await swapV4(chain, venues, trader, v4, token, true, ETHER)
    await expect.poll(client.txs, { timeout: 20_000 }).toEqual([inPool, again])
    expect(client.trades().map((trade) => trade.pool_address)).toEqual([id, id])
    client.close()
  })

  for (const subject of ['ALL', 'a wallet'] as const) {
    test(`${subject} alone gets the trades of pools of three versions that were never read, each once`, async () => {
      const address = subject === 'ALL' ? 'ALL' : wallet
      const client = await listen(service, address)
      await client.acknowledged()
      expect(client.answered('ack')).toMatchObject({
        subscription: { network: 'eth', address, stream: 'dex_trades' },
        token_address: null,
        from_block: (await headBlock()) + 1,
      })
      const made = await swapEverywhere()
      await expect.poll(client.txs, { timeout: 20_000 }).toEqual(made)
      const weth = venues.v2.weth.address.toLowerCase()
      const own = token.address.toLowerCase()
      expect(client.trades().map((trade) => [trade.dex, trade.dex_version, trade.pool_address, trade.signer, trade.token_in.address])).toEqual([
        ['Uniswap', '2', v2Pool, wallet, weth],
        ['Uniswap', '3', v3Pool.toLowerCase(), wallet, weth],
        ['Uniswap', '4', computeV4PoolId(v4), wallet, expect.any(String)],
        ['Uniswap', '2', v2Pool, wallet, own],
      ])
      expect(client.trades().map(({ token_in: { amount } }) => amount)).toEqual([1, 1, 1, 10])
      expect(client.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      client.close()
    })
  }

  test('the state of a network is off, and live with its newest block while somebody listens', async () => {
    /** The first event of a new stream. */
    const state = async (): Promise<unknown> => {
      const { body } = await service.get('/local/v1/stream?network=eth&address=ALL&stream=local.follow')
      let text = ''
      for await (const chunk of body ?? []) {
        text += Buffer.from(chunk).toString('utf8')
        const event = /^data: (.*"op":"event".*)\n/m.exec(text)?.[1]
        if (event !== undefined) return (JSON.parse(event) as { data: unknown }).data
      }
      return null
    }
    expect(await state()).toMatchObject({ following: false, state: 'off', last_block: null })
    const client = await listen(service, 'ALL')
    await client.acknowledged()
    await swapEverywhere()
    // The node's clock stays at its launch.
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'behind', message: 'The newest block of the endpoint is old.' })
    chain.wait(Math.floor(Date.now() / 1000) - chain.now())
    await buy(chain, venues.v2, trader, token, ETHER)
    const last = await headBlock()
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ following: true, state: 'live', behind: 0, last_block: last })
    expect(await (await service.get('/metrics')).text()).toContain('holderscope_followed_networks{network="eth",state="live"} 1')
    client.close()
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'off' })
  })

  test('the network is no longer read when nobody listens', async () => {
    const client = await listen(service, 'ALL')
    await client.acknowledged()
    const made = [await buy(chain, venues.v2, trader, token, ETHER)]
    await expect.poll(client.txs, { timeout: 20_000 }).toEqual(made)
    const calls = (): number =>
      ['eth_getLogs', 'eth_getBlockByNumber', 'eth_getTransactionReceipt'].reduce((sum, name) => sum + (proxy.calls.get(name) ?? 0), 0)
    client.close()
    await expect
      .poll(
        async () => {
          const before = calls()
          await buy(chain, venues.v2, trader, token, ETHER)
          // More than one poll of the node.
          await delay(3_500)
          return calls() - before
        },
        { timeout: 30_000 },
      )
      .toBe(0)
  })

  for (const hours of [0, 1]) {
    test(`a client goes on after a restart without a hole and without a trade twice, trades kept: ${hours} h`, async () => {
      const kept = await fetch(`${service.url}/local/v1/storage`, {
        method: 'PUT',
        headers: { 'X-API-Key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify({ firehose_keep_hours: hours }),
      })
      expect(await kept.json()).toMatchObject({ firehose_keep_hours: hours })
      const first = await listen(service, 'ALL')
      await first.acknowledged()
      const before = await swapEverywhere()
      await expect.poll(first.txs, { timeout: 20_000 }).toEqual(before)
      const seen = await headBlock()
      // Several trades in one block. The client has seen some of them.
      const cursor = first.events[1]?.cursor
      first.close()
      await service.stop()
      const away = await swapEverywhere()
      service = await startService({ dataDir, sources: [`eth=${proxy.url}`] })
      const earlier = proxy.logQueries.length
      const again = await listen(service, 'ALL', cursor)
      await again.acknowledged()
      const after = await swapEverywhere()
      await expect.poll(again.txs, { timeout: 20_000 }).toEqual([...before.slice(2), ...away, ...after])
      expect(again.events.map(({ seq }) => seq)).toEqual(again.events.map((_, n) => n + 1))
      again.close()
      const readAgain = proxy.logQueries.slice(earlier).filter(({ from }) => from <= seen)
      expect(readAgain.length > 0).toBe(hours === 0)
    })
  }

  test('a trade of a followed token arrives once, and those of a reverted block are taken back', async () => {
    const followed = await listen(service, token.address)
    await followed.acknowledged()
    const client = await listen(service, 'ALL')
    await client.acknowledged()
    const kept = await buy(chain, venues.v2, trader, token, ETHER)
    const lost = await buy(chain, venues.v2, trader, token, ETHER * 2n)
    for (const one of [client, followed]) await expect.poll(one.txs, { timeout: 20_000 }).toEqual([kept, lost])
    await chain.rpc('anvil_reorg', [1, []])
    const after = await buy(chain, venues.v2, trader, token, ETHER * 3n)
    for (const one of [client, followed]) {
      await expect.poll(one.txs, { timeout: 20_000 }).toEqual([kept, lost, after])
      await expect.poll(one.retracted).toEqual([lost])
      one.close()
    }
  })

  test('what has no source, or a cursor of a reverted block, is an error that says so', async () => {
    const other = await startService({ dataDir: await temporaryFolder() })
    const refused = await listen(other, 'ALL')
    await expect.poll(() => refused.answered('error')).toMatchObject({ id: 7, message: expect.stringContaining('No source is set for Ethereum') })
    refused.close()
    await other.stop()
    const client = await listen(service, 'ALL')
    await client.acknowledged()
    const lost = await buy(chain, venues.v2, trader, token, ETHER * 2n)
    await expect.poll(client.txs, { timeout: 20_000 }).toEqual([lost])
    const cursor = client.events[0]?.cursor
    client.close()
    await chain.rpc('anvil_reorg', [1, []])
    const again = await listen(service, 'ALL', cursor)
    await expect.poll(() => again.answered('error'), { timeout: 20_000 }).toMatchObject({ id: 7, message: expect.stringContaining('reverted') })
    again.close()
  })
})
