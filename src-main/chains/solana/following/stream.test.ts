import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSolanaProxy, type SolanaProxy } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { createSolanaAdapter } from '../adapter.ts'
import { UpdateCollector, isHearing, isLive } from '../geyser/testing/update-collector.ts'
import { startGeyserServer, type GeyserServer, type GeyserServerOptions, type PublishedBlock } from '../geyser/testing/geyser-server.ts'

/**
 * Following over a Yellowstone stream beside a real node. The stream's server is ours: it sends the node's own blocks over real
 * HTTP/2, encoded by an independent encoder. It tests our side of the protocol, not the quirks of a provider's server.
 */
const missing = surfpoolMissing()

describe.skipIf(missing !== null)(`following over a stream ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let pool: Pool
  let slot = 10_000
  const next = (step = 1): number => (slot += step)
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node)
    const found: Pool[] = []
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [node.url] })
    for await (const page of adapter.pools(trustedAddress(launch.token), 0, 2_000, new AbortController().signal)) found.push(...page.rows)
    if (found[0] === undefined) throw new Error('no pool')
    pool = found[0]
  })
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  })
  afterAll(() => node.stop())

  interface Scene {
    readonly proxy: SolanaProxy
    readonly stream: GeyserServer
    readonly collector: UpdateCollector
    /** Publishes every slot confirmed so far. */
    publish(change?: (block: PublishedBlock) => PublishedBlock): Promise<void>
    until(holds: () => boolean): Promise<void>
  }

  async function open(options: GeyserServerOptions & { pools?: readonly Pool[]; streamUrl?: (url: string) => string } = {}): Promise<Scene> {
    const proxy = await openSolanaProxy(node)
    const stream = await startGeyserServer(options)
    const abort = new AbortController()
    const collector = new UpdateCollector()
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [proxy.url, options.streamUrl?.(stream.url) ?? stream.url] })
    const from = next()
    await node.toSlot(next())
    const listening = collector.listen(adapter.follow({ token: trustedAddress(launch.token), pools: options.pools ?? [pool], from }, abort.signal))
    stops.push(async () => {
      abort.abort()
      await listening
      await stream.stop()
      await proxy.close()
    })
    await collector.until(isLive(collector))
    let published = slot - 1
    const rpcCall = async <T>(method: string, params: readonly unknown[]): Promise<T> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(proxy.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await answer.json()) as { result: T }).result
    }
    return {
      proxy,
      stream,
      collector,
      until: (holds) => collector.until(holds),
      async publish(change = (block) => block) {
        const head = await rpcCall<number>('getSlot', [{ commitment: 'confirmed' }])
        while (published < head) {
          published += 1
          const detail = { encoding: 'json', transactionDetails: 'full', maxSupportedTransactionVersion: 0, rewards: false, commitment: 'confirmed' }
          stream.publish(change({ ...(await rpcCall<Omit<PublishedBlock, 'slot'>>('getBlock', [published, detail])), slot: published }))
        }
      },
    }
  }

  /** Waits until the stream is proved to be on the node's chain and takes over from the WebSocket. */
  async function running(scene: Scene): Promise<void> {
    await expect.poll(() => scene.stream.requests.length).toBe(1)
    await node.toSlot(next(3))
    await scene.publish()
    await scene.until(isHearing(scene.collector))
    await node.toSlot(next(3))
    await scene.publish()
  }
  async function confirm(scene: Scene): Promise<void> {
    await node.toSlot(next(2))
    await scene.publish()
  }
  const callCount = (scene: Scene, method: string): number => scene.proxy.calls.get(method) ?? 0
  const tradedSince = (count: number): string[] => launch.swaps.slice(count).map((swap) => swap.tx)

  test('emits streamed transactions once and in order with the balances after them, without requesting them', async () => {
    const scene = await open({ token: 'key-of-mine' })
    await running(scene)
    const before = launch.swaps.length
    const calls = callCount(scene, 'getTransaction')
    await launch.buy('latecomer', next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 1)
    const lists = callCount(scene, 'getSignaturesForAddress')
    await launch.buy('sniper two', next())
    await launch.sell('sniper two', 1_000_000n, next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 3)
    expect(scene.collector.signatures).toEqual(tradedSince(before))
    expect([callCount(scene, 'getTransaction'), callCount(scene, 'getSignaturesForAddress')]).toEqual([calls, lists])
    const truth = new Map(launch.holders().map(({ address, raw }) => [address, raw]))
    for (const [address, raw] of scene.collector.balances) expect([address, raw]).toEqual([address, truth.get(address) ?? 0n])
    expect(scene.collector.trades.map(({ time }) => time)).not.toContain(null)
  })

  test('finds a plain transfer that mentions neither pool nor mint by the changed accounts', async () => {
    const scene = await open()
    await launch.give('sniper three', 'friend', 1_000n, next())
    await running(scene)
    const tx = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm(scene)
    await scene.until(() => scene.collector.transfers.some((transfer) => transfer.tx === tx))
    expect(scene.collector.transfers.filter((transfer) => transfer.tx === tx)).toMatchObject([{ raw: 777n, token: launch.token }])
  })

  test('subscribes to a newly found pool', async () => {
    const scene = await open({ pools: [] })
    await running(scene)
    await launch.buy('sniper one', next())
    await confirm(scene)
    await scene.until(() => scene.collector.pools.length === 1)
    await expect.poll(() => Object.values(scene.stream.requests.at(-1)?.transactions ?? {})[0]?.accountInclude).toEqual([launch.token, pool.address])
    await launch.buy('sniper one', next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 2)
  })

  test('resumes a broken stream with a replay, and emits each transaction once', async () => {
    const scene = await open()
    await running(scene)
    const before = launch.swaps.length
    await launch.buy('bundle one', next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 1)
    scene.stream.cut()
    await launch.buy('bundle two', next())
    await launch.buy('bundle three', next())
    await confirm(scene)
    scene.stream.join()
    await expect.poll(() => scene.stream.requests.length, { timeout: 20_000 }).toBe(2)
    const { fromSlot } = scene.stream.requests[1] ?? {}
    expect(Number(fromSlot)).toBeLessThan(launch.swaps[before + 1]?.slot ?? 0)
    await launch.buy('latecomer', next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 4)
    expect(scene.collector.signatures).toEqual(tradedSince(before))
    expect(scene.collector.updates.filter((update) => update.kind === 'withdrawn')).toEqual([])
  })

  test('a server that sends nothing again: the gap is filled by the node, and the stream goes on from there', async () => {
    const scene = await open({ withoutReplay: true })
    await running(scene)
    const before = launch.swaps.length
    scene.stream.cut()
    await launch.buy('bundle two', next())
    await confirm(scene)
    scene.stream.join()
    await scene.until(() => scene.collector.trades.length === 1)
    await expect.poll(() => scene.stream.requests.length, { timeout: 20_000 }).toBe(3)
    expect(scene.stream.requests.map(({ fromSlot }) => fromSlot === undefined)).toEqual([true, false, true])
    await node.toSlot(next(3))
    await scene.publish()
    await scene.until(isHearing(scene.collector))
    await launch.buy('latecomer', next())
    await confirm(scene)
    await scene.until(() => scene.collector.trades.length === 2)
    expect(scene.collector.signatures).toEqual(tradedSince(before))
  })

  test('falls back to WebSocket and polling when the stream is unavailable, and reports why', async () => {
    const scene = await open({ token: 'key-of-mine', streamUrl: (url) => url.replace('key-of-mine', 'key-of-nobody') })
    const { tx } = await launch.buy('sniper one', next())
    await node.toSlot(next(2))
    await scene.until(() => scene.collector.signatures.includes(tx))
    const refused = (): string | null | undefined =>
      scene.collector.updates
        .map((update) => (update.kind === 'state' ? update.message : null))
        .findLast((message) => message?.includes('auth token'))
    await scene.until(() => refused() !== undefined)
    expect(refused()).toMatch(/^127\.0\.0\.1:\d+ is not streaming \(no valid auth token\)\./)
    expect(JSON.stringify(scene.collector.updates, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))).not.toContain('key-of-')
  })

  test('a stream of another chain is not believed', async () => {
    const scene = await open()
    await expect.poll(() => scene.stream.requests.length).toBe(1)
    await node.toSlot(next(3))
    const elsewhere = (block: PublishedBlock): PublishedBlock => ({ ...block, blockhash: 'another' })
    await scene.publish(elsewhere)
    const { tx } = await launch.buy('sniper three', next())
    await node.toSlot(next(2))
    await scene.publish(elsewhere)
    await scene.until(() => scene.collector.signatures.includes(tx))
    const said = (): boolean =>
      scene.collector.updates.some((update) => update.kind === 'state' && update.message?.includes('another chain') === true)
    await scene.until(said)
    expect(callCount(scene, 'getTransaction')).toBeGreaterThan(0)
  })
})
