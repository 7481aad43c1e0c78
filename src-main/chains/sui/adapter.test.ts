import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse, validate } from 'graphql'
import { RESOURCE_EXHAUSTED, UNAVAILABLE } from '../../../e2e/fixtures/sui/faults.ts'
import { loadSchema } from '../../../e2e/fixtures/sui/graphql-server.ts'
import { idOf, SUI } from '../../../e2e/fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../../../e2e/fixtures/sui/node.ts'
import { DECIMALS, playLaunch, type SuiScenario } from '../../../e2e/fixtures/sui/scenario.ts'
import { swap } from '../../../e2e/fixtures/sui/venues.ts'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../src-shared/domain/events.ts'
import type { ChainAdapter, LiveUpdate, NetworkBlock, NetworkUpdate, Page, PoolCache } from '../adapter.ts'
import { createSuiAdapter } from './adapter.ts'
import { ALL_QUERIES } from './rpc/graphql-queries.ts'

const NO_POOLS: PoolCache = { read: async () => [], write: () => undefined }
const never = (): AbortSignal => new AbortController().signal
const WHOLE = 10n ** BigInt(DECIMALS)

async function rowsOf<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  let next: number | null = null
  for await (const page of pages) {
    if (next !== null) expect(page.from).toBe(next)
    next = page.to + 1
    rows.push(...page.rows)
  }
  return rows
}
const legOf = ({ tx, signer, pool, tokenIn, tokenOut }: Trade) => ({
  tx,
  signer,
  pool,
  in: [tokenIn.token, tokenIn.raw],
  out: [tokenOut.token, tokenOut.raw],
})
const truthLegs = ({ swaps }: Pick<SuiScenario, 'swaps'>) =>
  swaps.flatMap(({ tx, signer, legs }) =>
    legs.map(({ pool, coinIn, rawIn, coinOut, rawOut }) => ({ tx, signer, pool, in: [coinIn, rawIn], out: [coinOut, rawOut] })),
  )

test('every GraphQL query is valid against the schema of the Sui service', () => {
  const schema = loadSchema()
  for (const { name, text } of ALL_QUERIES) expect([name, ...validate(schema, parse(text)).map(({ message }) => message)]).toEqual([name])
})

describe('a launch on the test ledger', () => {
  let truth: SuiScenario
  let node: SuiTestNode
  let adapter: ChainAdapter
  let coin: Address

  beforeAll(() => {
    truth = playLaunch()
    coin = trustedAddress(truth.coin)
  })
  beforeEach(async () => {
    node = await startSuiNode(truth.ledger)
    adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
  })
  afterEach(async () => {
    await adapter.close()
    await node.stop()
  })

  const head = () => adapter.head(never())
  async function poolsOf(): Promise<Pool[]> {
    return rowsOf(adapter.pools(coin, truth.publishCheckpoint, (await head()).number, never()))
  }

  test('reads the coin, its supply, creator and publication', async () => {
    const info = await adapter.token(coin, await head(), never())
    expect(info).toMatchObject({
      name: 'Otter',
      symbol: 'OTTER',
      decimals: DECIMALS,
      totalSupply: truth.ledger.supplies.get(coin),
      creator: truth.creator,
      owner: truth.creator,
      createdBlock: truth.publishCheckpoint,
      createdTx: truth.publishTx,
    })
    expect(await adapter.token(trustedAddress(`${idOf('nothing')}::x::X`), await head(), never())).toBeNull()
  })

  test('lists all holders to the raw unit: coin objects, address balances, coins inside an object, pools', async () => {
    node.graphql.pageSize = 20
    const list = await adapter.listHolders(coin, await head(), never())
    expect(new Map(list.holdings.map(({ address, raw }) => [address as string, raw]))).toEqual(truth.holders())
    expect(list).toMatchObject({ complete: true, notes: [], at: { number: truth.ledger.head } })
    expect(list.holdings.reduce((sum, { raw }) => sum + raw, 0n)).toBe(truth.ledger.supplies.get(coin))
  })

  test('adds coins sent to an object and its address balance to the coins inside it', async () => {
    const [vault, sender] = [truth.vault, truth.strangers[0] ?? '']
    const before = truth.holders()
    truth.ledger.execute({ sender }, (tx) => {
      tx.move(sender, vault, coin, 3n)
      tx.take(sender, coin, 4n)
      tx.addressBalance(vault, coin, 4n)
    })
    truth.ledger.seal(2)
    const { holdings, notes } = await adapter.listHolders(coin, await head(), never())
    const balances = new Map(holdings.map(({ address, raw }) => [address as string, raw]))
    expect([balances.get(vault), balances.get(sender), notes]).toEqual([(before.get(vault) ?? 0n) + 7n, (before.get(sender) ?? 0n) - 7n, []])
  })

  test('names the checkpoint of a list of holders where the requested one is no longer listed', async () => {
    const requested = await adapter.head(never())
    node.graphql.firstListed = truth.ledger.head
    const list = await adapter.listHolders(coin, { ...requested, number: 50 }, never())
    expect(list.at.number).toBe(truth.ledger.head)
  })

  test('returns an empty, incomplete list with the reason without GraphQL', async () => {
    const alone = createSuiAdapter({ network: 'sui', endpoints: [node.grpc.url] })
    const list = await alone.listHolders(coin, await head(), never())
    expect(list).toMatchObject({ holdings: [], complete: false })
    expect(list.notes.join()).toContain('GraphQL')
    await alone.close()
  })

  test('adds coins and address balance to one balance', async () => {
    const wallet = trustedAddress(truth.strangers[3] ?? '')
    const [holding] = await adapter.balances(coin, [wallet], await head(), never())
    expect(holding).toEqual({ address: wallet, raw: truth.holders().get(wallet), verified: true })
  })

  test('reads pools with their creation, and the first trade of the coin', async () => {
    const pools = await poolsOf()
    expect(pools.map(({ address, dex }) => [dex, address])).toEqual(truth.pools.map(({ venue, id }) => [venue, id]))
    expect(pools[0]?.createdBlock).toBe(truth.firstPoolCheckpoint)
    const [first] = await rowsOf(adapter.trades(pools, truth.publishCheckpoint, (await head()).number, never()))
    expect(first?.position.block).toBe(truth.swaps[0]?.checkpoint)
  })

  test.each([
    ['from a server without faults', () => undefined],
    ['when every list ends after seven scanned transactions', () => (node.grpc.faults.scanLimit = 7)],
    ['when every list ends after two items', () => (node.grpc.faults.itemLimit = 2)],
    ['when every fourth call fails', () => node.grpc.faults.every(4)],
    ['when the node refuses too many calls', () => node.grpc.faults.refuse('ListTransactions', RESOURCE_EXHAUSTED, 2)],
    ['when its index trails its newest checkpoint', () => (node.grpc.faults.indexTrails = 3)],
  ])('reads each swap once and in order, without the events of aggregators, %s', async (_, misbehave) => {
    const pools = await poolsOf()
    misbehave()
    const trades = await rowsOf(adapter.trades(pools, truth.publishCheckpoint, truth.ledger.head, never()))
    expect(trades.map(legOf)).toEqual(truthLegs(truth))
    expect(new Set(trades.map(({ confidence }) => confidence))).toEqual(new Set(['sure']))
    expect(trades.every(({ tokenIn, tokenOut }) => tokenIn.decimals === DECIMALS && tokenOut.decimals === DECIMALS)).toBe(true)
  })

  test('decodes two receivers in one transaction to two transfers from the pool', async () => {
    const transfers: Transfer[] = await rowsOf(adapter.transfers(coin, truth.publishCheckpoint, truth.ledger.head, never()))
    const got = transfers.filter(({ to }) => truth.bundle.includes(to))
    expect(new Set(got.map(({ tx }) => tx)).size).toBe(1)
    expect(new Set(got.map(({ from }) => from))).toEqual(new Set([truth.pools[0]?.id]))
    expect(got).toHaveLength(2)
  })

  test('finds the sender of the first SUI, never a sponsor, and gives a reason where there is none', async () => {
    const at = await head()
    const sniper = await adapter.firstFunding(trustedAddress(truth.snipers[0] ?? ''), at, never())
    expect(sniper.funding).toMatchObject({ funder: truth.exchange, raw: 1_000n * WHOLE, reason: null })
    const bundled = await adapter.firstFunding(trustedAddress(truth.bundle[0] ?? ''), at, never())
    expect(bundled.funding.funder).toBe(truth.strangers[0])
    const never1 = await adapter.firstFunding(trustedAddress(idOf('person only address balance')), at, never())
    expect(never1.funding.funder).toBeNull()
    expect(never1.funding.reason).toContain('never')
  })

  test('reads old funding from GraphQL where gRPC no longer keeps it, else leaves it unknown', async () => {
    node.grpc.faults.firstKept = 100
    const at = await head()
    const wallet = trustedAddress(truth.snipers[0] ?? '')
    expect((await adapter.firstFunding(wallet, at, never())).funding.funder).toBe(truth.exchange)
    const alone = createSuiAdapter({ network: 'sui', endpoints: [node.grpc.url] })
    const answer = await alone.firstFunding(wallet, at, never())
    expect(answer).toMatchObject({ funding: { funder: null }, transfer: null })
    expect(answer.funding.reason).toContain('checkpoint 100')
    await alone.close()
  })

  test('classifies objects as contracts and other addresses as wallets', async () => {
    const [pool] = truth.pools
    const kinds = await adapter.accountKinds(
      [trustedAddress(pool?.id ?? ''), trustedAddress(truth.creator), trustedAddress(truth.vault)],
      await head(),
      never(),
    )
    expect([...kinds.values()]).toEqual(['contract', 'wallet', 'contract'])
  })

  test('reads the swaps of the whole network without a question about pools, also in parts and from a time on', async () => {
    const network = adapter.wholeNetwork
    if (network === undefined) throw new Error('no whole network')
    const [first] = truth.swaps
    if (first === undefined) throw new Error('no swap')
    const blocks: NetworkBlock[] = []
    const middle = first.checkpoint + 1
    for (const [from, to] of [[truth.publishCheckpoint, middle] as const, [middle + 1, truth.ledger.head] as const]) {
      for await (const block of network.read(from, to, NO_POOLS, never())) blocks.push(block)
      expect(blocks.at(-1)?.number).toBe(to)
    }
    expect(blocks.flatMap(({ trades }) => trades).map(legOf)).toEqual(truthLegs(truth))
    expect(blocks.map(({ number }) => number)).toEqual([...new Set(blocks.map(({ number }) => number))].toSorted((a, b) => a - b))
    const { seconds = 0 } = truth.ledger.checkpoints[first.checkpoint] ?? {}
    expect(await network.blockAt(seconds, never())).toBe(truth.ledger.checkpoints.findIndex((one) => one.seconds === seconds))
    expect(await network.blockAt(2 ** 40, never())).toBe(truth.ledger.head + 1)
    const stop = new AbortController()
    const followed: NetworkUpdate[] = []
    for await (const update of network.follow(first.checkpoint, NO_POOLS, stop.signal)) {
      followed.push(update)
      if (update.kind === 'state') stop.abort()
    }
    const emitted = followed.flatMap((update) => (update.kind === 'block' ? update.block.trades : []))
    expect(emitted.map(legOf)).toEqual(truthLegs(truth))
    expect(followed.at(-1)).toMatchObject({ kind: 'state', state: 'live', behind: 0 })
  })

  test('says how far back it keeps transactions, and how much of the chain it has', async () => {
    expect(await adapter.probe(never())).toEqual({ head: truth.ledger.head, archive: true, traces: null, simulate: null, logsMaxRange: null })
    node.grpc.faults.firstKept = 100
    expect(await adapter.probe(never())).toMatchObject({ archive: false })
  })

  test('falls back to the second endpoint, and reports a fault in one sentence without keys', async () => {
    const two = createSuiAdapter({ network: 'sui', endpoints: ['http://127.0.0.1:9', node.grpc.url] })
    expect((await two.head(never())).number).toBe(truth.ledger.head)
    await two.close()
    const down = createSuiAdapter({ network: 'sui', endpoints: ['http://:secret-key@127.0.0.1:9?x-api-key=other-secret'] })
    const fault = await down.head(never()).catch((error: unknown) => String(error))
    expect(fault).toContain('127.0.0.1:9 did not answer')
    expect(fault).not.toContain('secret')
    expect(fault).toMatch(/ECONNREFUSED[^:]*:9\)\.$/)
    await down.close()
  })
})

describe('following on the test ledger', () => {
  test('emits each checkpoint once and in order, across a disconnect, a trailing index and refusals', async () => {
    const truth = playLaunch(5)
    const { ledger } = truth
    const coin = trustedAddress(truth.coin)
    const node = await startSuiNode(ledger)
    const adapter = createSuiAdapter({ network: 'sui', endpoints: node.endpoints })
    const stop = new AbortController()
    const start = ledger.head
    const pools = await rowsOf(adapter.pools(coin, truth.publishCheckpoint, start, never()))
    const [pool] = truth.pools
    if (pool === undefined) throw new Error('no pool')
    const made: ReturnType<typeof swap>[] = []
    const trade = (trader: number): void => {
      made.push(swap(ledger, { sender: truth.strangers[trader] ?? '', route: [pool], coinIn: SUI, raw: WHOLE }))
      ledger.seal()
    }
    trade(0)

    const updates: LiveUpdate[] = []
    const watch = new Watch()
    const lives = (): number => updates.filter((update) => update.kind === 'state' && update.state === 'live').length
    const head = (): boolean => updates.some((update) => update.kind === 'blocks' && update.to === ledger.head)
    const ended = (async () => {
      for await (const update of adapter.follow({ token: coin, pools, from: start + 1 }, stop.signal)) {
        updates.push(update)
        watch.changed()
      }
    })()
    await watch.until(() => lives() === 1)
    trade(1)
    await watch.until(head)
    // Two swaps happen while the follower is disconnected, the index trails, and the first calls are refused.
    node.grpc.faults.indexTrails = 2
    node.grpc.faults.refuse('SubscribeTransactions', UNAVAILABLE, 1)
    node.grpc.cutSubscriptions()
    trade(2)
    ledger.seal(3)
    trade(3)
    await watch.until(() => lives() === 2)
    // Balances cannot be read for a while: the checkpoint is emitted once they can.
    node.grpc.faults.refuse('GetBalance', UNAVAILABLE, 4)
    trade(4)
    await watch.until(head)
    stop.abort()
    await ended

    const blocks = updates.filter((update) => update.kind === 'blocks')
    expect(blocks.flatMap(({ trades }) => trades.map(({ tx }) => tx))).toEqual(made.map(({ tx }) => tx))
    expect(blocks[0]?.from).toBe(start + 1)
    for (const [i, { from }] of blocks.entries()) if (i > 0) expect(from).toBe((blocks[i - 1]?.to ?? 0) + 1)
    expect(updates.some((update) => update.kind === 'state' && update.state === 'reconnecting')).toBe(true)
    const last = blocks.flatMap(({ balances }) => balances).findLast(({ address }) => address === truth.strangers[4])
    expect(last?.raw).toBe(ledger.balance(truth.strangers[4] ?? '', coin).coins)
    await adapter.close()
    await node.stop()
  })
})

/** Waits for a condition as updates arrive. */
class Watch {
  #check: () => void = () => undefined

  changed(): void {
    this.#check()
  }
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#check = () => {
        if (holds()) resolve()
      }
      this.#check()
    })
  }
}
