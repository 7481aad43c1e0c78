import { SystemProgram } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, giveAccount, send, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openCpmmPool } from '../../../../e2e/fixtures/surfpool/cpmm.ts'
import { openSolanaProxy, type SolanaProxy, type SolanaProxyOptions } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { createSolanaAdapter } from '../adapter.ts'
import { UpdateCollector, isHearing, isLive } from '../geyser/testing/update-collector.ts'

/**
 * Following on a real node. The node cannot produce a reorg, so the proxy answers as a node that has switched forks would. That
 * shows how we handle such answers, not when a real cluster gives them.
 */
const missing = surfpoolMissing()
/** More than one reconnection attempt fails. */
const REFUSED_CONNECTIONS = 2
/** Transfers of one slot. */
const PLAIN_TRANSFERS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 30 : 8

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

  function follow(url: string, from: number, pools: readonly Pool[] = [pool]): UpdateCollector {
    const abort = new AbortController()
    const collector = new UpdateCollector()
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [url] })
    const listening = collector.listen(adapter.follow({ token: trustedAddress(launch.token), pools, from }, abort.signal))
    stops.push(async () => {
      abort.abort()
      await listening
    })
    return collector
  }
  const confirm = (): Promise<void> => node.toSlot(next())
  const without = (result: unknown, signature: string): unknown => (result as { signature: string }[]).filter((row) => row.signature !== signature)
  const holdings = (): Map<string, bigint> => new Map(launch.holders().map(({ address, raw }) => [address, raw]))

  test('fills the gap, finds the pool, then emits each trade once and in order with the balances after it', async () => {
    const collector = follow((await front()).url, launch.slots.firstBuy, [])
    await collector.until(isLive(collector))
    expect(collector.signatures).toEqual(launch.swaps.map((swap) => swap.tx))
    expect(collector.pools.map((found) => found.address)).toEqual([pool.address])

    await launch.buy('latecomer', next())
    await launch.sell('sniper two', 1_000_000n, next())
    await confirm()
    await collector.until(() => collector.trades.length === launch.swaps.length)
    expect(collector.signatures).toEqual(launch.swaps.map((swap) => swap.tx))
    const truth = holdings()
    for (const [address, raw] of collector.balances) expect([address, raw]).toEqual([address, truth.get(address) ?? 0n])
  })

  test('a plain transfer that names neither pool nor mint is seen by the accounts that changed', async () => {
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const collector = follow((await front()).url, slot)
    await collector.until(isHearing(collector))
    const tx = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    // This node may announce the change with the next slot, so the chain must advance.
    await confirm()
    await collector.until(() => collector.transfers.some((transfer) => transfer.tx === tx))
    expect(collector.transfers.filter((transfer) => transfer.tx === tx)).toMatchObject([{ raw: 777n, token: launch.token }])
  })

  test('an account that goes to another owner leaves the balance of the first', async () => {
    const [giver, taker] = [wallet('launch bundle two'), wallet('launch account taker')]
    const collector = follow((await front()).url, next())
    await collector.until(isHearing(collector))
    await node.toSlot(next())
    const tx = await send(node, [giveAccount(launch.mint, accountOf(launch.mint, giver.publicKey), giver.publicKey, taker.publicKey)], [giver])
    await confirm()
    await confirm()
    await collector.until(() => collector.transfers.some((transfer) => transfer.tx === tx))
    const raw = holdings().get(giver.publicKey.toBase58())
    expect(collector.transfers.filter((transfer) => transfer.tx === tx)).toMatchObject([{ from: giver.publicKey.toBase58(), raw }])
    expect([giver, taker].map(({ publicKey }) => collector.balances.get(trustedAddress(publicKey.toBase58())))).toEqual([0n, raw])
  })

  test('emits every one of many plain transfers between different wallets in one slot', async () => {
    const pairs = Array.from({ length: PLAIN_TRANSFERS }, (_, i) => ({ giver: `giver ${i}`, taker: `taker ${i}` }))
    const purse = 'latecomer'
    for (const role of [purse, ...pairs.map(({ giver }) => giver)]) {
      const { publicKey } = wallet(`launch ${role}`)
      const account = { lamports: 10_000_000_000, data: Buffer.alloc(0), owner: SystemProgram.programId.toBase58() }
      await node.setAccount(publicKey.toBase58(), account)
    }
    await launch.buy(purse, next())
    for (const role of pairs.flatMap(({ giver, taker }) => [giver, taker])) await launch.give(purse, role, 5n, slot)
    await confirm()
    const collector = follow((await front()).url, next())
    await collector.until(isHearing(collector))
    // This node announces a change before its slot is confirmed, with the slot of the subscription.
    const at = next()
    const sent: string[] = []
    for (const { giver, taker } of pairs) sent.push(await launch.give(giver, taker, 2n, at, 'plain'))
    await confirm()
    // This node may announce a change with the next slot, so the chain must advance.
    await confirm()
    await collector.until(() => sent.every((tx) => collector.transfers.some((transfer) => transfer.tx === tx)))
    const truth = holdings()
    for (const [address, raw] of collector.balances) expect([address, raw]).toEqual([address, truth.get(address) ?? 0n])
  })

  test('a change that no list explains in time is said to be missed', async () => {
    let hidden = ''
    const requested = new Set<unknown>()
    const bothRequested = Promise.withResolvers<undefined>()
    const proxy = await front({
      after: ({ method, params }, result) => {
        if (method !== 'getSignaturesForAddress') return result
        if ((result as { signature: string }[]).some((row) => row.signature === hidden)) requested.add(params[0])
        if (requested.size === 2) bothRequested.resolve(undefined)
        return without(result, hidden)
      },
    })
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const collector = follow(proxy.url, next())
    await collector.until(isHearing(collector))
    hidden = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    await bothRequested.promise
    await node.toSlot(next(60))
    const said = (): readonly (string | null)[] => collector.updates.flatMap((update) => (update.kind === 'state' ? [update.message] : []))
    await collector.until(() => said().at(-1)?.startsWith('No transaction was found for 2 account changes.') === true)
    expect(collector.transfers.map(({ tx }) => tx)).not.toContain(hidden)
  })

  test('emits what happened during a lost connection once and in order', { timeout: 90_000 }, async () => {
    const proxy = await front()
    const collector = follow(proxy.url, next())
    const before = launch.swaps.length
    await collector.until(isLive(collector))
    await launch.buy('bundle one', next())
    await confirm()
    await collector.until(() => collector.trades.length === 1)
    proxy.cut()
    for (const trader of ['bundle two', 'bundle three', 'latecomer']) await launch.buy(trader, next())
    await confirm()
    await collector.until(() => collector.states.includes('reconnecting'))
    await expect.poll(() => proxy.refused(), { timeout: 60_000 }).toBeGreaterThanOrEqual(REFUSED_CONNECTIONS)
    expect(collector.trades).toHaveLength(1)
    proxy.join()
    await launch.buy('sniper one', next())
    await confirm()
    await collector.until(() => collector.trades.length === 5 && collector.states.at(-1) === 'live')
    expect(collector.signatures).toEqual(launch.swaps.slice(before).map((swap) => swap.tx))
    expect(collector.updates.filter((update) => update.kind === 'withdrawn')).toEqual([])
  })

  test('polls an endpoint without subscriptions, and reports it', async () => {
    const collector = follow((await front({ withoutSocket: true })).url, next())
    await collector.until(isLive(collector))
    const { tx } = await launch.buy('bundle one', next())
    await confirm()
    await collector.until(() => collector.signatures.includes(tx))
    expect(collector.updates.find((update) => update.kind === 'state' && update.state === 'live')).toMatchObject({
      message: expect.stringMatching(/are polled/) as string,
    })
  })

  test('rolls back a trade that vanishes before its slot is final, and emits what followed again', async () => {
    let gone = ''
    const proxy = await front({
      after: ({ method, params }, result) => {
        if (gone === '') return result
        if (method === 'getSignaturesForAddress') return without(result, gone)
        if (method === 'getTransaction' && params[0] === gone) return null
        if (method !== 'getSignatureStatuses') return result
        const signatures = params[0] as string[]
        const { value } = result as { value: unknown[] }
        return { ...(result as object), value: value.map((status, i) => (signatures[i] === gone ? null : status)) }
      },
    })
    const collector = follow(proxy.url, next())
    await collector.until(isLive(collector))
    const lost = await launch.buy('sniper one', next())
    const remaining = await launch.buy('sniper two', next())
    await confirm()
    await collector.until(() => collector.trades.length === 2)
    gone = lost.tx
    await node.toSlot(next(60))
    await collector.until(() => collector.updates.some((update) => update.kind === 'withdrawn') && collector.trades.length > 0)
    expect(collector.signatures).toEqual([remaining.tx])
    const back = collector.updates.findIndex((update) => update.kind === 'withdrawn')
    // The vanished transaction could have minted tokens.
    expect(collector.updates.slice(back).find((update) => update.kind === 'blocks')).toMatchObject({ supply: launch.supply })
  })

  test('emits a plain transfer again after a rollback, although no history that is read mentions it', async () => {
    let hidden = ''
    const proxy = await front({ after: ({ method }, result) => (method === 'getSignaturesForAddress' ? without(result, hidden) : result) })
    await launch.give('sniper three', 'friend', 1_000n, next())
    await confirm()
    const collector = follow(proxy.url, next())
    await collector.until(isHearing(collector))
    const trader = next()
    await node.toSlot(trader)
    const first = await launch.buy('bundle two', trader)
    hidden = first.tx
    const tx = await launch.give('sniper three', 'friend', 777n, next(), 'plain')
    await confirm()
    await confirm()
    const isTold = (): boolean => collector.transfers.some((transfer) => transfer.tx === tx)
    await collector.until(isTold)
    hidden = ''
    await launch.buy('bundle three', next())
    await confirm()
    await collector.until(() => collector.signatures.includes(first.tx) && collector.emittedTo >= slot - 1)
    expect(collector.updates.some((update) => update.kind === 'withdrawn')).toBe(true)
    expect(isTold()).toBe(true)
  })

  test('emits a trade that appears late in the histories at its position', async () => {
    let hidden = ''
    const proxy = await front({ after: ({ method }, result) => (method === 'getSignaturesForAddress' ? without(result, hidden) : result) })
    const collector = follow(proxy.url, next())
    await collector.until(isLive(collector))
    const trader = next()
    await node.toSlot(trader)
    const first = await launch.buy('sniper one', trader)
    hidden = first.tx
    const second = await launch.buy('sniper two', next())
    await confirm()
    await collector.until(() => collector.signatures.includes(second.tx))
    const seen = collector.signatures.includes(first.tx)
    hidden = ''
    await launch.buy('sniper three', next())
    await confirm()
    await collector.until(() => collector.signatures.includes(first.tx))
    expect(seen).toBe(false)
    expect(collector.signatures.slice(0, 2)).toEqual([first.tx, second.tx])
  })

  test('emits a pool again that was created in rolled-back slots', async () => {
    let hidden = ''
    const proxy = await front({ after: ({ method }, result) => (method === 'getSignaturesForAddress' ? without(result, hidden) : result) })
    const collector = follow(proxy.url, next())
    await collector.until(isLive(collector))
    const trader = next()
    await node.toSlot(trader)
    const first = await launch.buy('latecomer', trader)
    hidden = first.tx
    await node.toSlot(next())
    const creator = wallet('launch creator')
    const opened = await openCpmmPool(node, {
      name: 'late',
      token: launch.mint,
      creator,
      tokenRaw: 1_000_000n,
      quoteRaw: 1_000_000n,
      ownQuoteVault: true,
    })
    const address = opened.pool.address.toBase58()
    await confirm()
    await collector.until(() => collector.pools.some((found) => found.address === address))
    hidden = ''
    await launch.buy('bundle two', next())
    await confirm()
    await collector.until(() => collector.signatures.includes(first.tx) && collector.emittedTo >= slot - 1)
    expect(collector.pools.map((found) => found.address)).toEqual([address])
  })
})
