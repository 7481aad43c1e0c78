import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { foreignMarkers, type ForeignMarkers } from '../../../../../e2e/fixtures/surfpool/foreign-markers.ts'
import { openSolanaProxy, type SolanaProxy } from '../../../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { ChainAdapter } from '../../../adapter.ts'
import { createSolanaAdapter } from '../../adapter.ts'
import { roundestBetween } from '../transactions/slot-listing.ts'

/** Beginnings of long histories, on a real node with lists so short that paging gives up. */
const missing = surfpoolMissing()
const signal = new AbortController().signal
const FIRST_SLOT = 400_000
const LATE_SALES = 14
const TRADER = 'sniper two'
/** The pages before the search, then a block, a page and a control for each step by which the search narrows the slots. */
const MAX_CALLS_PER_SEARCH = 30 + Math.ceil(Math.log2(FIRST_SLOT) / Math.log2(8 / 5)) * 3

describe.skipIf(missing !== null)(`the beginning of a long history on a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let token: Address
  const proxies: SolanaProxy[] = []
  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node, { name: 'hot', at: FIRST_SLOT })
    for (let i = 0; i < LATE_SALES; i++) await launch.sell(TRADER, 100_000n, FIRST_SLOT + 100 + i * 50)
    await node.toSlot(FIRST_SLOT + 2_000)
    token = trustedAddress(launch.token)
  })
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close()
  })
  afterAll(() => node.stop())

  async function over(...endpoints: ForeignMarkers[]): Promise<{ adapter: ChainAdapter; calls(): number }> {
    const opened = await Promise.all(endpoints.map((options) => openSolanaProxy(node, foreignMarkers({ rowsPerPage: 1, ...options }))))
    proxies.push(...opened)
    const counted = ['getSignaturesForAddress', 'getBlock', 'getBlocksWithLimit']
    const calls = (): number => opened.reduce((sum, proxy) => sum + counted.reduce((own, method) => own + (proxy.calls.get(method) ?? 0), 0), 0)
    return { adapter: createSolanaAdapter({ network: 'sol', endpoints: opened.map(({ url }) => url) }), calls }
  }

  async function readBeginnings({ adapter, calls }: Awaited<ReturnType<typeof over>>) {
    const head = await adapter.head(signal)
    const start = calls()
    const info = await adapter.token(token, head, signal)
    const creationCalls = calls() - start
    const pools: Pool[] = []
    for await (const page of adapter.pools(token, info?.createdBlock ?? 0, head.number, signal)) pools.push(...page.rows)
    const poolCalls = calls() - start - creationCalls
    const trader = launch.funding.find(({ wallet }) => launch.swaps.at(-1)?.signer === wallet)
    if (trader === undefined) throw new Error('the trader was not funded')
    const { funding } = await adapter.firstFunding(trustedAddress(trader.wallet), head, signal)
    return { info, pools, funding, trader, creationCalls, poolCalls, fundingCalls: calls() - start - creationCalls - poolCalls }
  }

  const supported: readonly (readonly [string, ForeignMarkers])[] = [
    ['all transactions are markers', {}],
    ['votes are not', { unknown: 'votes' }],
  ]
  test.each(supported)('is found by slots where %s', async (_what, options) => {
    const { info, pools, funding, trader, creationCalls, poolCalls, fundingCalls } = await readBeginnings(await over(options))
    expect(info).toMatchObject({ creator: launch.creator, createdBlock: launch.slots.created, createdTx: launch.createdTx })
    expect(pools).toMatchObject([{ createdBlock: launch.slots.pool }])
    expect(funding).toMatchObject({ funder: trader.funder, raw: trader.lamports, proof: 'birth' })
    for (const used of [creationCalls, poolCalls, fundingCalls]) expect(used).toBeLessThan(MAX_CALLS_PER_SEARCH)
    // The pool search starts at the token's creation, and the wallet search hits slots with cached blocks.
    expect(poolCalls).toBeLessThan(creationCalls)
    expect(fundingCalls).toBeLessThan(creationCalls)
  })

  const unsupported: readonly (readonly [string, ForeignMarkers])[] = [
    ['lists nothing before a foreign transaction', { unknown: 'foreign' }],
    ['ignores a foreign transaction', { ignores: true }],
  ]
  test.each(unsupported)('is not searched by slots on an endpoint that %s, which is tested once', async (_what, options) => {
    const endpoint = await over({ ...options, rowsPerPage: 4 })
    const { info, pools, funding, creationCalls, fundingCalls } = await readBeginnings(endpoint)
    expect(info).toMatchObject({ creator: launch.creator, createdBlock: launch.slots.created })
    expect(pools).toMatchObject([{ createdBlock: launch.slots.pool }])
    expect(funding).toMatchObject({ funder: launch.funding[0]?.funder })
    const short = await over(options)
    const { info: unknown } = await readBeginnings(short)
    expect(unknown).toMatchObject({ creator: null, createdBlock: null })
    const before = short.calls()
    await short.adapter.token(token, await short.adapter.head(signal), signal)
    // Nine short pages of the mint twice, plus the metadata account's pages. No block.
    expect(short.calls() - before).toBeLessThan(30)
    expect(creationCalls + fundingCalls).toBeGreaterThan(0)
  })

  test('is unknown where the endpoint keeps only later transactions', async () => {
    const { info, pools } = await readBeginnings(await over({ keepsFrom: launch.slots.firstBuy }))
    expect(info).toMatchObject({ creator: null, createdBlock: null })
    expect(info?.notes).toContainEqual(expect.stringMatching(/history is cut/))
    expect(pools).toMatchObject([{ createdBlock: null }])
  })

  test('is found at another endpoint where the first one keeps only later transactions', async () => {
    const { info, pools } = await readBeginnings(await over({ keepsFrom: launch.slots.firstBuy }, {}))
    expect(info).toMatchObject({ creator: launch.creator, createdBlock: launch.slots.created })
    expect(pools).toMatchObject([{ createdBlock: launch.slots.pool }])
  })
})

test('a search tries slots that other searches try, near the middle of its range', () => {
  expect([roundestBetween(0, 2), roundestBetween(0, 1_000), roundestBetween(700, 1_000), roundestBetween(0, 380_000_000)]).toEqual([
    1,
    512,
    832,
    2 ** 27 + 2 ** 26,
  ])
  for (const [low, high] of [
    [5, 8],
    [123_456, 7_654_321],
    [1, 1_000_003],
  ] as const) {
    const middle = roundestBetween(low, high)
    expect((middle - low) / (high - low)).toBeGreaterThanOrEqual(0.3)
    expect((middle - low) / (high - low)).toBeLessThanOrEqual(0.7)
  }
})
