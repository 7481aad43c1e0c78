import { parseEther, toHex, type Address as Hex20, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { answerCall, openProxy, refuseMethod, type ProxyAnswer, type ProxyOptions, type RpcCall } from '../../../../e2e/fixtures/anvil/proxy.ts'
import { artifact, buy, deployUniswap, ownArtifact, seedPool, type Exchange } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { deployAt, PLACES } from '../../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress, type Address, type TokenKey } from '../../../../src-shared/domain/address.ts'
import type { FirstRead } from '../../../../src-shared/domain/token.ts'
import { openAdapter } from '../../../chains/registry.ts'
import type { BlockRange, Store } from '../../../store/interface.ts'
import { sampleToken, tempStore } from '../../../store/testing/samples.ts'
import { openTestStore } from '../../../store/testing/test-store.ts'
import { quietEngine } from '../../testing/quiet-engine.ts'
import type { StageContext, StageResult } from '../stage.ts'
import { readTokenStage } from '../token.ts'
import { readPreviewStage } from './preview.ts'

const missing = anvilMissing()
const SECONDS = 12
/** The widest block range of a log query. */
const [NARROW, WIDE] = [5, 12]
/** Log queries since the creation, and blocks since the first pool: docs/chains.md#preview. */
const [BEGINNING_QUERIES, LAUNCH_BLOCKS] = [40, 104]
/** As many receivers as holders whose balances are read, and how many a transaction pays. */
const [RECEIVERS, AT_ONCE] = [3_000, 150]
const FIRST_RECEIVER = 0x10_0000_0000_0000_0000_0000_0000_0000_0000_0000n
const RECEIVED = parseEther('100')
const SUPPLY = parseEther('1000000000')
const PREVIEWED = 'Until all transfers are read, holders are those in a sample of them.'
const HELD = ['holders', 'pools', 'accounts']

const [CREATOR, FUNDER] = [account('preview creator'), account('preview funder')]
const [LARGE, SMALL, LATE] = [account('preview large buyer'), account('preview small buyer'), account('preview late buyer')]

interface Launch {
  readonly key: TokenKey
  readonly contract: Contract
  readonly created: number
  pool: Address
  poolBlock: number
  readonly buys: Hex[]
}

/** Tokens of one chain, whose launches are at different distances from their creation, read through endpoints with narrow log queries. */
describe.skipIf(missing !== null)(`the preview of a token with many blocks ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let exchange: Exchange
  let launches: Readonly<Record<'prompt' | 'slow' | 'tight' | 'late', Launch>>
  /** A pool of a listed exchange without any tokens. */
  let emptyPool: Address

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const one of [CREATOR, FUNDER]) await chain.setBalance(addressOf(one), parseEther('10000'))
    for (const one of [LARGE, SMALL, LATE]) await chain.send(FUNDER, addressOf(one), { value: parseEther('5') })
    exchange = await deployUniswap(chain, CREATOR)
    const listed = await deployAt(chain, CREATOR, PLACES[1]?.v2Factory ?? '0x', artifact('@uniswap/v2-core/build/UniswapV2Factory.json'), [
      addressOf(CREATOR),
    ])
    const spreader = await chain.deploy(CREATOR, ownArtifact('Spreader'), [])
    const slow = await create('Slow')
    await open(slow)
    launches = { slow, tight: await create('Tight'), late: await create('Late'), prompt: await create('Prompt') }
    const { tight, late, prompt } = launches

    await chain.call(CREATOR, listed, 'createPair', [prompt.contract.address, exchange.weth.address])
    emptyPool = trustedAddress(((await chain.read(listed, 'getPair', [prompt.contract.address, exchange.weth.address])) as string).toLowerCase())
    await open(prompt)
    await trade(prompt, LARGE, '1')
    await trade(prompt, LARGE, '0.00001', SMALL)

    await mineTo(slow.created + 75)
    await trade(slow, LARGE, '1')
    await mineTo(tight.created + BEGINNING_QUERIES * NARROW - 50)
    await open(tight)
    await mineTo(tight.created + BEGINNING_QUERIES * NARROW - 30)
    await trade(tight, LARGE, '1')
    await mineTo(late.created + 2 * BEGINNING_QUERIES * NARROW)
    await open(late)
    await mineTo(prompt.created + BEGINNING_QUERIES * WIDE + 20)
    for (const one of Object.values(launches)) await trade(one, LATE, '0.1')
    // At the end, because a node is slow with blocks that contain this many balances.
    await chain.call(CREATOR, prompt.contract, 'transfer', [spreader.address, SUPPLY / 4n])
    for (let sent = 0; sent < RECEIVERS; sent += AT_ONCE)
      await chain.call(CREATOR, spreader, 'spread', [prompt.contract.address, FIRST_RECEIVER + BigInt(sent), BigInt(AT_ONCE), RECEIVED])
  }, 120_000)
  afterAll(() => anvil.stop())

  const head = async (): Promise<number> => Number(await chain.rpc('eth_blockNumber', []))
  async function mineTo(block: number): Promise<void> {
    const blocks = block - (await head())
    await chain.rpc('anvil_mine', [toHex(blocks), toHex(SECONDS)])
    chain.wait(blocks * SECONDS)
  }
  async function create(name: string): Promise<Launch> {
    const contract = await chain.deploy(CREATOR, ownArtifact('LaunchToken'), [`${name} Token`, name.toUpperCase(), SUPPLY])
    const address = trustedAddress(contract.address)
    return { key: { network: 'eth', address }, contract, created: await head(), pool: address, poolBlock: 0, buys: [] }
  }
  async function open(launch: Launch): Promise<void> {
    const pair = await seedPool(chain, exchange, CREATOR, launch.contract, SUPPLY / 2n, parseEther('500'))
    launch.pool = trustedAddress(pair.address)
    launch.poolBlock = await head()
  }
  async function trade(launch: Launch, buyer: typeof LARGE, coins: string, receiver = buyer): Promise<void> {
    launch.buys.push(await buy(chain, exchange, buyer, launch.contract, parseEther(coins), addressOf(receiver)))
  }
  const holds = async ({ contract }: Launch, owner: string): Promise<bigint> => (await chain.read(contract, 'balanceOf', [owner as Hex20])) as bigint

  interface Previewed {
    readonly result: StageResult
    readonly store: Store
    readonly firstRead: FirstRead | null
    /** Balances of the stored holders. */
    readonly holders: ReadonlyMap<string, bigint>
    readonly trades: readonly string[]
    readonly pools: readonly string[]
    readonly transfers: readonly BlockRange[]
    /** How often figures were recomputed. */
    readonly computed: number
  }

  /** Reads the token itself, then its preview, through an endpoint with these limits. `during` answers calls of the preview. */
  async function preview(
    { key: token }: Launch,
    options: ProxyOptions,
    check: (previewed: Previewed) => Promise<void> | void,
    during: (call: RpcCall) => ProxyAnswer | null = () => null,
    isKnown = false,
  ): Promise<void> {
    const location = tempStore()
    const store = await openTestStore(location.path)
    let isPreview = false
    const proxy = await openProxy(anvil.url, { ...options, before: (call) => (isPreview ? during(call) : null) })
    const adapter = openAdapter({ network: 'eth', endpoints: [proxy.url] })
    let computed = 0
    const context: StageContext = {
      store,
      engine: { ...quietEngine(), factsChanged: () => void computed++ },
      adapter,
      token,
      head: await adapter.head(new AbortController().signal),
      options: { depth: 10, sinceBlock: null },
      signal: new AbortController().signal,
      progress: () => undefined,
      price: (trades) => Promise.resolve([...trades]),
      onTradesStored: () => undefined,
      inBackground: (work) => work(),
      findCreator: () => Promise.resolve(null),
    }
    try {
      if (isKnown) await store.write.saveToken(sampleToken(token))
      await readTokenStage(context)
      isPreview = true
      const result = await readPreviewStage(context)
      const balances = await store.read.holders({ token, limit: null })
      await check({
        result,
        store,
        firstRead: (await store.read.token(token))?.firstRead ?? null,
        holders: new Map(balances.map(({ address, raw }) => [address, raw])),
        trades: (await store.read.tokenTrades({ token, limit: null })).map(({ tx }) => tx),
        pools: (await store.read.pools(token)).map(({ address }) => address),
        transfers: await store.read.covered({ token, what: 'transfers' }),
        computed,
      })
    } finally {
      await adapter.close()
      await proxy.close()
      await store.close()
      location.remove()
    }
  }

  /** Returns no logs of blocks before `block`, without an error. */
  const withoutLogsBefore =
    (block: number, width: number) =>
    (call: RpcCall): ProxyAnswer | null => {
      const { method, params } = call
      if (method !== 'eth_getLogs') return null
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const isTooWide = Number(toBlock) - Number(fromBlock) + 1 > width
      if (isTooWide || Number(fromBlock) >= block) return null
      return answerCall(call, { result: [] })
    }

  const notRead = (...groups: string[]): readonly string[] =>
    ['transfers', 'holders', 'pools', 'trades', 'accounts', 'funding'].filter((one) => !groups.includes(one))

  /** Expects the holders but no launch. Only some of its trades may be stored. */
  async function expectHoldersOnly(
    launch: Launch,
    { result, firstRead, holders, trades, computed }: Previewed,
    stored: readonly Hex[] = [],
  ): Promise<void> {
    expect(result).toEqual({ state: 'done', message: PREVIEWED })
    expect(firstRead).toEqual({ ended: false, missing: notRead(...HELD), holdersSeen: true })
    for (const owner of [addressOf(LATE), addressOf(CREATOR), launch.pool])
      expect([owner, holders.get(owner)]).toEqual([owner, await holds(launch, owner)])
    expect(trades).toEqual(stored)
    expect(computed).toBe(1)
  }

  it('has the launch where its blocks are in the sample: its trades, what the buyers have, and the first funders', async () => {
    const { prompt } = launches
    await preview(prompt, { logsMaxRange: NARROW }, async ({ result, store, firstRead, holders, trades, pools, computed }) => {
      expect(result).toEqual({ state: 'done', message: PREVIEWED })
      expect(firstRead).toEqual({ ended: false, missing: notRead(...HELD, 'trades'), holdersSeen: true })
      // The last buy comes long after the launch.
      expect(trades).toEqual(prompt.buys.slice(0, 2))
      // The small buyer, for whom another wallet signed, is behind all holders whose balances are read otherwise.
      for (const owner of [addressOf(SMALL), addressOf(LARGE), prompt.pool])
        expect([owner, holders.get(owner)]).toEqual([owner, await holds(prompt, owner)])
      expect(new Set(pools)).toEqual(new Set([prompt.pool, emptyPool]))
      const from = prompt.created
      expect(await store.read.covered({ token: prompt.key, what: 'pools' })).toEqual([{ from, to: prompt.poolBlock + LAUNCH_BLOCKS }])
      const [funding] = await store.read.funding({ network: 'eth', wallets: [trustedAddress(addressOf(LARGE))] })
      expect(funding).toMatchObject({ funder: addressOf(FUNDER), raw: parseEther('5') })
      expect(computed).toBe(2)
    })
  })

  it('has the launch where it ends after the blocks that are searched first, but within ten queries', async () => {
    const { slow } = launches
    await preview(slow, { logsMaxRange: WIDE }, ({ firstRead, trades }) => {
      expect(firstRead?.missing).toEqual(notRead(...HELD, 'trades'))
      expect(trades).toEqual(slow.buys.slice(0, 1))
    })
  })

  it('has no whole launch where it ends after all blocks that are searched, although its first trade is among them', async () => {
    const { slow } = launches
    await preview(slow, { logsMaxRange: NARROW }, async (found) => {
      await expectHoldersOnly(slow, found, slow.buys.slice(0, 1))
      expect(found.pools).toEqual([slow.pool])
    })
  })

  it.each([
    ['too soon after it has a pool', 'tight'],
    ['before it has a pool', 'late'],
  ] as const)('has no launch where the sampled blocks end %s', async (_when, name) => {
    const launch = launches[name]
    await preview(launch, { logsMaxRange: NARROW }, async (found) => {
      await expectHoldersOnly(launch, found)
      // The newest transfers show the pool.
      expect(found.pools).toEqual([launch.pool])
      expect(await found.store.read.covered({ token: launch.key, what: 'pools' })).toEqual([])
    })
  })

  it('has no launch where the endpoint does not return the transfers from the creation on, which then count as unread', async () => {
    const { slow } = launches
    const cut = slow.created + 5 * WIDE
    const during = withoutLogsBefore(cut, WIDE)
    await preview(
      slow,
      { logsMaxRange: WIDE },
      async (found) => {
        await expectHoldersOnly(slow, found)
        expect(found.transfers[0]?.from).toBeGreaterThan(cut)
        expect(await found.store.read.covered({ token: slow.key, what: 'pools' })).toEqual([])
      },
      during,
    )
  })

  const NOTHING = { result: { state: 'done', message: null }, trades: [], pools: [], computed: 0, holders: new Map() }
  const UNREAD = { firstRead: { ended: false, missing: notRead() } }

  it('brings nothing where the endpoint returns no transfer', async () => {
    await preview(
      launches.slow,
      { logsMaxRange: WIDE },
      (found) => expect(found).toMatchObject({ ...NOTHING, ...UNREAD }),
      withoutLogsBefore(Infinity, WIDE),
    )
  })

  it('brings nothing where the endpoint offers no logs', async () => {
    await preview(launches.slow, { without: ['eth_getLogs'] }, (found) => expect(found).toMatchObject({ ...NOTHING, ...UNREAD, transfers: [] }))
  })

  it('leaves all to the following stages where few queries return all transfers', async () => {
    const { slow } = launches
    await preview(slow, {}, async (found) => {
      expect(found).toMatchObject({ ...NOTHING, ...UNREAD })
      expect(found.transfers).toEqual([{ from: slow.created, to: await head() }])
    })
  })

  it('is skipped with its reason where the endpoint refuses a call of it', async () => {
    const refuse = (call: RpcCall): ProxyAnswer | null => (call.method === 'eth_call' ? refuseMethod(call) : null)
    await preview(
      launches.slow,
      { logsMaxRange: WIDE },
      ({ result, firstRead }) => {
        expect(result).toEqual({ state: 'skipped', message: expect.stringMatching(/^There is no preview: .*eth_call/) as string })
        expect(firstRead).toEqual(UNREAD.firstRead)
      },
      refuse,
    )
  })

  it('is only for the first read of a token', async () => {
    let calls = 0
    const count = (): null => {
      calls += 1
      return null
    }
    await preview(launches.slow, { logsMaxRange: WIDE }, (found) => expect(found).toMatchObject({ ...NOTHING, firstRead: null }), count, true)
    expect(calls).toBe(0)
  })
})
