import { createServer, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { openBalancer } from '../../../../e2e/fixtures/anvil/balancer.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../../../../e2e/fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, sell, type Exchange } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter, LiveUpdate, Page } from '../../adapter.ts'
import { openAdapter } from '../../registry.ts'
import { TRACKED_BLOCKS } from './emitted-blocks.ts'

const missing = anvilMissing()
const ETHER = 10n ** 18n
const SUPPLY = 1_000_000n * ETHER
/** How many blocks the nodes of a balanced endpoint are behind, in an order without a short period. */
const UNEVEN = [0, 1, 3, 0, 2, 0, 0, 1, 5, 0, 2]

/** The rows that a consumer of the follower holds: added by block updates, removed by rollbacks. */
class Consumer {
  transfers: Transfer[] = []
  trades: Trade[] = []
  pools: Pool[] = []
  readonly balances = new Map<string, bigint>()
  readonly updates: LiveUpdate[] = []
  next: number
  #wake: () => void = () => undefined

  constructor(from: number) {
    this.next = from
  }

  take(update: LiveUpdate): void {
    this.updates.push(update)
    if (update.kind === 'withdrawn') {
      expect(update.from).toBeLessThanOrEqual(this.next)
      const kept = (row: Transfer | Trade): boolean => row.position.block < update.from
      this.transfers = this.transfers.filter(kept)
      this.trades = this.trades.filter(kept)
      this.pools = this.pools.filter((pool) => (pool.createdBlock ?? 0) < update.from)
      this.next = update.from
    }
    if (update.kind === 'blocks') {
      expect(update.from, 'no gap and no block twice').toBe(this.next)
      this.next = update.to + 1
      this.transfers.push(...update.transfers)
      this.trades.push(...update.trades)
      this.pools.push(...update.pools)
      for (const { address, raw } of update.balances) this.balances.set(address, raw)
    }
    this.#wake()
  }

  async until(done: (consumer: Consumer) => boolean): Promise<void> {
    while (!done(this)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

describe.skipIf(missing !== null)(`following a token on a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let exchange: Exchange
  let token: Contract
  let creator: Sender
  let stop: AbortController
  const closing: (() => Promise<unknown>)[] = []

  beforeEach(async () => {
    anvil = await spawnAnvil({ chainId: 8_453 })
    chain = await openDevChain(anvil.url)
    stop = new AbortController()
    creator = account('follow creator')
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    exchange = await deployUniswap(chain, creator)
    token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Followed', 'FLW', SUPPLY])
  })
  afterEach(async () => {
    stop.abort()
    for (const close of closing.splice(0)) await close()
    await anvil.stop()
  })

  const headNumber = async (): Promise<number> => Number(await chain.rpc('eth_blockNumber', []))

  async function follow(endpoint: string, from = 0): Promise<{ consumer: Consumer; ended: Promise<void> }> {
    const adapter = openAdapter({ network: 'base', endpoints: [endpoint] })
    closing.push(() => adapter.close())
    const consumer = new Consumer(from)
    const ended = (async () => {
      for await (const update of adapter.follow({ token: trustedAddress(token.address), pools: [], from }, stop.signal)) consumer.take(update)
    })()
    closing.push(() => ended)
    await consumer.until(({ updates }) => updates.some((update) => update.kind === 'state' && update.state === 'live'))
    return { consumer, ended }
  }

  /** Compares the rows with a full read by a new adapter. */
  async function expectSameAsChain(consumer: Consumer): Promise<void> {
    const signal = new AbortController().signal
    const adapter: ChainAdapter = openAdapter({ network: 'base', endpoints: [anvil.url] })
    const head = await adapter.head(signal)
    const address = trustedAddress(token.address)
    const transfers = await all(adapter.transfers(address, 0, head.number, signal))
    const parties = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))].filter((party) => party !== ZERO)
    const pools = await adapter.poolsAmong({ token: address, candidates: parties }, head, signal)
    const known = consumer.pools.map((pool) => pool.address)
    expect(known).toEqual(pools.map((pool) => pool.address))
    expect(consumer.transfers).toEqual(transfers)
    expect(consumer.trades).toEqual(await all(adapter.trades(pools, 0, head.number, signal)))
    for (const { address: wallet, raw } of await adapter.balances(address, parties, head, signal)) expect(consumer.balances.get(wallet)).toBe(raw)
    await adapter.close()
  }

  test('fills the gap, then emits the swaps and transfers of each block once, including those of a new pool', async () => {
    await chain.call(creator, token, 'transfer', [addressOf(account('early')), ETHER])
    const { consumer } = await follow(anvil.url)
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 100n * ETHER)
    await buy(chain, exchange, creator, token, ETHER)
    await sell(chain, exchange, creator, token, ETHER)
    const head = await headNumber()
    await consumer.until(({ next }) => next > head)
    await expectSameAsChain(consumer)
    expect(consumer.trades).toHaveLength(2)
    expect(consumer.updates.filter((update) => update.kind === 'withdrawn')).toEqual([])
  })

  test('goes on after more blocks than it keeps the hashes of, whether it stopped meanwhile or not', async () => {
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 100n * ETHER)
    const { consumer } = await follow(anvil.url)
    for (let gap = 0; gap < 2; gap++) {
      const before = await headNumber()
      await buy(chain, exchange, creator, token, ETHER)
      await chain.rpc('anvil_mine', [`0x${(TRACKED_BLOCKS + 50).toString(16)}`])
      await buy(chain, exchange, creator, token, ETHER)
      const head = await headNumber()
      const again = await follow(anvil.url, before + 1)
      await Promise.all([consumer, again.consumer].map((one) => one.until(({ next }) => next > head)))
      expect(again.consumer.trades).toHaveLength(2)
    }
    await expectSameAsChain(consumer)
  })

  test.each([3, 6, 40])('withdraws and replaces the blocks of a reorganisation of %i blocks', async (depth) => {
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 100n * ETHER)
    for (let i = 0; i < depth; i++) await chain.call(creator, token, 'transfer', [addressOf(account(`kept ${i}`)), ETHER])
    const { consumer } = await follow(anvil.url)
    const lost = account('lost buyer')
    for (let i = 0; i < 3; i++) await buy(chain, exchange, creator, token, ETHER, addressOf(lost))
    const before = await headNumber()
    await consumer.until(({ next }) => next > before)
    expect(consumer.balances.get(addressOf(lost))).toBeGreaterThan(0n)

    await chain.rpc('anvil_reorg', [depth, []])
    await sell(chain, exchange, creator, token, 5n * ETHER)
    const after = await headNumber()
    await consumer.until(({ next, updates }) => next > after && updates.some((update) => update.kind === 'withdrawn'))
    await expectSameAsChain(consumer)
    expect(consumer.updates.find((update) => update.kind === 'withdrawn')).toMatchObject({ from: before - depth + 1 })
    expect(consumer.trades.map((trade) => trade.signer)).toEqual([addressOf(creator)])
    expect(consumer.balances.get(addressOf(lost)) ?? 0n).toBe(0n)
  })

  test('withdraws a pool that was created in a reverted block, and finds it again when it is created again', async () => {
    const { consumer } = await follow(anvil.url)
    await chain.rpc('evm_setAutomine', [true])
    const snapshot = await chain.rpc('evm_snapshot', [])
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 100n * ETHER)
    const first = await headNumber()
    await consumer.until(({ next, pools }) => next > first && pools.length === 1)
    await chain.rpc('evm_revert', [snapshot])
    chain.wait(60)
    await seedPool(chain, exchange, creator, token, SUPPLY / 4n, 50n * ETHER)
    await buy(chain, exchange, creator, token, ETHER)
    const head = await headNumber()
    await consumer.until(({ next, updates }) => next > head && updates.some((update) => update.kind === 'withdrawn'))
    await expectSameAsChain(consumer)
  })

  test('reports a lost connection, reconnects, and emits the missed blocks once', async () => {
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 100n * ETHER)
    const proxy = await openProxy(Number(new URL(anvil.url).port))
    closing.push(() => proxy.close())
    const { consumer } = await follow(proxy.url)
    await buy(chain, exchange, creator, token, ETHER)
    proxy.cut()
    await buy(chain, exchange, creator, token, ETHER)
    await consumer.until(({ updates }) => updates.some((update) => update.kind === 'state' && update.state === 'reconnecting'))
    await buy(chain, exchange, creator, token, ETHER)
    proxy.restore()
    const head = await headNumber()
    await consumer.until(({ next, updates }) => {
      const last = updates.findLast((update) => update.kind === 'state')
      return next > head && last?.kind === 'state' && last.state === 'live'
    })
    await expectSameAsChain(consumer)
    expect(consumer.trades).toHaveLength(3)
  })

  test('polls an endpoint without WebSocket support, and says so', async () => {
    const proxy = await openProxy(Number(new URL(anvil.url).port), { sockets: false })
    closing.push(() => proxy.close())
    const { consumer } = await follow(proxy.url)
    await chain.call(creator, token, 'transfer', [addressOf(account('polled')), ETHER])
    const head = await headNumber()
    await consumer.until(({ next }) => next > head)
    expect(consumer.transfers).toHaveLength(2)
    expect(consumer.updates.some((update) => update.kind === 'state' && /they are polled/.test(update.message ?? ''))).toBe(true)
  })

  test('subscribes once for all tokens, for as long as one is followed', async () => {
    const proxy = await openProxy(Number(new URL(anvil.url).port))
    closing.push(() => proxy.close())
    const adapter = openAdapter({ network: 'base', endpoints: [proxy.url] })
    closing.push(() => adapter.close())
    const begin = async (): Promise<() => Promise<unknown>> => {
      const end = new AbortController()
      const updates = adapter.follow({ token: trustedAddress(token.address), pools: [], from: 0 }, end.signal)[Symbol.asyncIterator]()
      const isLive = (update: LiveUpdate | undefined): boolean => update?.kind === 'state' && update.state === 'live'
      for (let next = await updates.next(); next.done !== true && !isLive(next.value);) next = await updates.next()
      const ended = updates.next()
      return () => (end.abort(), ended)
    }
    for (let cycle = 0; cycle < 3; cycle++) {
      const ends = [await begin(), await begin()]
      await expect.poll(() => proxy.sockets).toBe(1)
      await ends[0]?.()
      await chain.rpc('anvil_mine', [])
      expect(proxy.sockets).toBe(1)
      await ends[1]?.()
      await expect.poll(() => proxy.sockets).toBe(0)
    }
  })

  test('reports a head that only falls, and withdraws what it lost once new blocks have replaced it', async () => {
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 10n * ETHER)
    const { consumer } = await follow(anvil.url)
    for (let n = 0; n < 4; n++) await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(`lost ${n}`)))
    await consumer.until(({ trades }) => trades.length === 4)
    const before = consumer.updates.length
    const head = await headNumber()
    await chain.rpc('anvil_rollback', [3])
    await consumer.until(({ updates }) => updates.slice(before).some((update) => update.kind === 'state' && update.state === 'reconnecting'))
    expect(consumer.updates.at(-1)).toMatchObject({
      message: `The endpoint’s newest block is ${head - 3}, and blocks up to ${head} were read before. It is behind, or the chain reverted them.`,
    })
    for (let n = 0; n < 4; n++) await sell(chain, exchange, creator, token, ETHER)
    await consumer.until(({ updates, trades }) => updates.some(({ kind }) => kind === 'withdrawn') && trades.length === 5)
    await expectSameAsChain(consumer)
  })

  test.each([
    ['have different numbers of blocks', (_call, count) => UNEVEN[count % UNEVEN.length] ?? 0],
    ['lack the newest block whenever they list logs', ({ params: [query] }) => (isRange(query) ? 1 : 0)],
  ] satisfies [string, Parameters<typeof openBalancer>[1]][])('misses nothing on an endpoint whose nodes %s', async (_case, lagOf) => {
    await seedPool(chain, exchange, creator, token, SUPPLY / 2n, 10n * ETHER)
    const balancer = await openBalancer(anvil.url, lagOf)
    closing.push(() => balancer.close())
    const { consumer } = await follow(balancer.url)
    for (let n = 0; n < 12; n++) {
      await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(`uneven ${n}`)))
      await chain.call(creator, token, 'transfer', [addressOf(account(`paid ${n}`)), ETHER])
    }
    const head = await headNumber()
    await consumer.until(({ next }) => next > head)
    expect(balancer.early()).toBeGreaterThan(0)
    await expectSameAsChain(consumer)
  })

  test('withdraws blocks that were stored before the follower started when the chain reverts them', async () => {
    for (let i = 0; i < 6; i++) await chain.call(creator, token, 'transfer', [addressOf(account(`stored ${i}`)), ETHER])
    const from = (await headNumber()) + 1
    const { consumer } = await follow(anvil.url, from)
    await chain.rpc('anvil_reorg', [6, []])
    await chain.call(creator, token, 'transfer', [addressOf(account('after')), ETHER])
    await consumer.until(({ updates }) => updates.some((update) => update.kind === 'blocks' && update.transfers.length > 0))
    expect(consumer.updates.find((update) => update.kind === 'withdrawn')).toEqual({ kind: 'withdrawn', from: from - 6 })
    for (let i = 0; i < 6; i++) expect(consumer.balances.get(addressOf(account(`stored ${i}`)))).toBe(0n)
  })
})

const isRange = (query: unknown): boolean => typeof query === 'object' && query !== null && 'toBlock' in query

const ZERO: string = '0x0000000000000000000000000000000000000000'

async function all<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

interface Proxy {
  readonly url: string
  /** Number of open WebSockets. */
  readonly sockets: number
  /** Closes every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A TCP proxy to the node that can be disconnected. */
async function openProxy(port: number, options: { sockets: boolean } = { sockets: true }): Promise<Proxy> {
  const open = new Set<Socket>()
  const upgraded = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (isCut) {
      client.destroy()
      return
    }
    const node = connect(port, '127.0.0.1')
    node.on('error', () => client.destroy())
    node.on('close', () => client.destroy())
    client.on('close', () => node.destroy())
    for (const socket of [client, node]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
    client.on('close', () => upgraded.delete(client))
    client.on('data', (bytes) => {
      const isUpgrade = /upgrade: websocket/i.test(bytes.toString('latin1'))
      if (isUpgrade) upgraded.add(client)
      if (isUpgrade && !options.sockets) client.destroy()
      else node.write(bytes)
    })
    node.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port')
  const drop = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${bound.port}`,
    get sockets() {
      return upgraded.size
    },
    cut() {
      isCut = true
      drop()
    },
    restore() {
      isCut = false
    },
    close() {
      drop()
      return new Promise((resolve) =>
        server.close(() => {
          resolve()
        }),
      )
    },
  }
}
