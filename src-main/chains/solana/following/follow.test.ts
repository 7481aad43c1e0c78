import { setTimeout as delay } from 'node:timers/promises'
import { SystemProgram } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openSolanaProxy, type SolanaProxy, type SolanaProxyOptions } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { createSolanaAdapter } from '../adapter.ts'
import { Audience, isHearing, isLive } from '../testing/audience.ts'

/**
 * Following on a real node. A chain that takes blocks back cannot be had from it: there the proxy answers as a node would that
 * has switched forks. That shows what we do with such answers, not when a real cluster gives them.
 */
const missing = surfpoolMissing()
const OUTAGE_MS = 10_000

describe.skipIf(missing !== null)(`following a token on a real node ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let pool: Pool
  let slot = 10_000
  const next = (step = 1): number => (slot += step)
  const proxies: SolanaProxy[] = []
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
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close()
    await node.stop()
  })

  async function front(options: SolanaProxyOptions = {}): Promise<SolanaProxy> {
    const proxy = await openSolanaProxy(node, options)
    proxies.push(proxy)
    return proxy
  }

  function follow(url: string, from: number, pools: readonly Pool[] = [pool]): Audience {
    const abort = new AbortController()
    const audience = new Audience()
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [url] })
    const listening = audience.listen(adapter.follow({ token: trustedAddress(launch.token), pools, from }, abort.signal))
    stops.push(async () => {
      abort.abort()
      await listening
    })
    return audience
  }
  const confirm = (): Promise<void> => node.toSlot(next())
  const without = (result: unknown, signature: string): unknown => (result as { signature: string }[]).filter((row) => row.signature !== signature)
  const holdings = (): Map<string, bigint> => new Map(launch.holders().map(({ address, raw }) => [address, raw]))

  test('fills the gap first, finds the pool by itself, then tells each trade once and in order, with the balances after it', async () => {
    const audience = follow((await front()).url, launch.slots.firstBuy, [])
    await audience.until(isLive(audience))
    expect(audience.signatures).toEqual(launch.swaps.map((swap) => swap.tx))
    expect(audience.pools.map((found) => found.address)).toEqual([pool.address])

    await launch.buy('latecomer', next())
    await launch.sell('sniper two', 1_000_000n, next())
    await confirm()
    await audience.until(() => audience.trades.length === launch.swaps.length)
    expect(audience.signatures).toEqual(launch.swaps.map((swap) => swap.tx))
    const truth = holdings()
    for (const [address, raw] of audience.balances) expect([address, raw]).toEqual([address, truth.get(address) ?? 0n])
  })

  test('a plain transfer that names neither pool nor mint is seen by the accounts that changed', async () => {
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const audience = follow((await front()).url, slot)
    await audience.until(isHearing(audience))
    const tx = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    // This node may announce the change with the slot after; a chain goes on.
    await confirm()
    await audience.until(() => audience.transfers.some((transfer) => transfer.tx === tx))
    expect(audience.transfers.filter((transfer) => transfer.tx === tx)).toMatchObject([{ raw: 777n, token: launch.token }])
  })

  test('of many plain transfers between different wallets in one slot every one is told', { timeout: 90_000 }, async () => {
    const pairs = Array.from({ length: 30 }, (_, i) => ({ giver: `giver ${i}`, taker: `taker ${i}` }))
    const purse = 'latecomer'
    for (const role of [purse, ...pairs.map(({ giver }) => giver)]) {
      const { publicKey } = wallet(`launch ${role}`)
      const account = { lamports: 10_000_000_000, data: Buffer.alloc(0), owner: SystemProgram.programId.toBase58() }
      await node.setAccount(publicKey.toBase58(), account)
    }
    await launch.buy(purse, next())
    for (const role of pairs.flatMap(({ giver, taker }) => [giver, taker])) await launch.give(purse, role, 5n, slot)
    await confirm()
    const audience = follow((await front()).url, next())
    await audience.until(isHearing(audience))
    // This node announces a change before its slot is confirmed, and with the slot in which it was subscribed to.
    const at = next()
    const sent: string[] = []
    for (const { giver, taker } of pairs) sent.push(await launch.give(giver, taker, 2n, at, 'plain'))
    await confirm()
    await audience.until(() => sent.every((tx) => audience.transfers.some((transfer) => transfer.tx === tx)))
    const truth = holdings()
    for (const [address, raw] of audience.balances) expect([address, raw]).toEqual([address, truth.get(address) ?? 0n])
  })

  test('a change that no list explains in time is said to be missed', async () => {
    let hidden = ''
    const asked = new Set<unknown>()
    const bothAsked = Promise.withResolvers<undefined>()
    const proxy = await front({
      after: ({ method, params }, result) => {
        if (method !== 'getSignaturesForAddress') return result
        if ((result as { signature: string }[]).some((row) => row.signature === hidden)) asked.add(params[0])
        if (asked.size === 2) bothAsked.resolve(undefined)
        return without(result, hidden)
      },
    })
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const audience = follow(proxy.url, next())
    await audience.until(isHearing(audience))
    hidden = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    await bothAsked.promise
    await node.toSlot(next(60))
    const said = (): readonly (string | null)[] => audience.updates.flatMap((update) => (update.kind === 'state' ? [update.message] : []))
    await audience.until(() => said().at(-1)?.startsWith('Changes of accounts that no transaction was found for: 2.') === true)
    expect(audience.transfers.map(({ tx }) => tx)).not.toContain(hidden)
  })

  test('a connection cut for ten seconds: what happened meanwhile is told once, in order', { timeout: 90_000 }, async () => {
    const proxy = await front()
    const audience = follow(proxy.url, next())
    const before = launch.swaps.length
    await audience.until(isLive(audience))
    await launch.buy('bundle one', next())
    await confirm()
    await audience.until(() => audience.trades.length === 1)
    proxy.cut()
    const outage = delay(OUTAGE_MS)
    for (const trader of ['bundle two', 'bundle three', 'latecomer']) await launch.buy(trader, next())
    await confirm()
    await audience.until(() => audience.states.includes('reconnecting'))
    await outage
    expect(audience.trades).toHaveLength(1)
    proxy.join()
    await launch.buy('sniper one', next())
    await confirm()
    await audience.until(() => audience.trades.length === 5 && audience.states.at(-1) === 'live')
    expect(audience.signatures).toEqual(launch.swaps.slice(before).map((swap) => swap.tx))
    expect(audience.updates.filter((update) => update.kind === 'withdrawn')).toEqual([])
  })

  test('an endpoint without subscriptions is asked instead, and says so', async () => {
    const audience = follow((await front({ withoutSocket: true })).url, next())
    await audience.until(isLive(audience))
    const { tx } = await launch.buy('bundle one', next())
    await confirm()
    await audience.until(() => audience.signatures.includes(tx))
    expect(audience.updates.find((update) => update.kind === 'state' && update.state === 'live')).toMatchObject({
      message: expect.stringMatching(/asked for/) as string,
    })
  })

  test('a trade that vanishes before its slot is final is withdrawn, and what followed is told anew', async () => {
    let gone = ''
    const proxy = await front({
      after: ({ method, params }, result) => {
        if (gone === '') return result
        if (method === 'getSignaturesForAddress') return without(result, gone)
        if (method === 'getTransaction' && params[0] === gone) return null
        if (method !== 'getSignatureStatuses') return result
        const asked = params[0] as string[]
        const { value } = result as { value: unknown[] }
        return { ...(result as object), value: value.map((status, i) => (asked[i] === gone ? null : status)) }
      },
    })
    const audience = follow(proxy.url, next())
    await audience.until(isLive(audience))
    const lost = await launch.buy('sniper one', next())
    const kept = await launch.buy('sniper two', next())
    await confirm()
    await audience.until(() => audience.trades.length === 2)
    gone = lost.tx
    await node.toSlot(next(60))
    await audience.until(() => audience.updates.some((update) => update.kind === 'withdrawn') && audience.trades.length > 0)
    expect(audience.signatures).toEqual([kept.tx])
  })

  test('a plain transfer is told anew when slots before it are withdrawn, though no list that is read names it', async () => {
    let hidden = ''
    const proxy = await front({ after: ({ method }, result) => (method === 'getSignaturesForAddress' ? without(result, hidden) : result) })
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const audience = follow(proxy.url, next())
    await audience.until(isHearing(audience))
    const trader = next()
    await node.toSlot(trader)
    const first = await launch.buy('bundle two', trader)
    hidden = first.tx
    const tx = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    await confirm()
    const isTold = (): boolean => audience.transfers.some((transfer) => transfer.tx === tx)
    await audience.until(isTold)
    hidden = ''
    await launch.buy('bundle three', next())
    await confirm()
    await audience.until(() => audience.signatures.includes(first.tx) && audience.told >= slot - 1)
    expect(audience.updates.some((update) => update.kind === 'withdrawn')).toBe(true)
    expect(isTold()).toBe(true)
  })

  test('a trade that turns up in the lists late is told after all, in its place', async () => {
    let hidden = ''
    const proxy = await front({ after: ({ method }, result) => (method === 'getSignaturesForAddress' ? without(result, hidden) : result) })
    const audience = follow(proxy.url, next())
    await audience.until(isLive(audience))
    const trader = next()
    await node.toSlot(trader)
    const first = await launch.buy('sniper one', trader)
    hidden = first.tx
    const second = await launch.buy('sniper two', next())
    await confirm()
    await audience.until(() => audience.signatures.includes(second.tx))
    const seen = audience.signatures.includes(first.tx)
    hidden = ''
    await launch.buy('sniper three', next())
    await confirm()
    await audience.until(() => audience.signatures.includes(first.tx))
    expect(seen).toBe(false)
    expect(audience.signatures.slice(0, 2)).toEqual([first.tx, second.tx])
  })
})
