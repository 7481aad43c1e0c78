import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, addressOf, openDevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { answerCall, openProxy, type CountingProxy } from '../../../e2e/fixtures/anvil/proxy.ts'
import { launchScenario, type Scenario } from '../../../e2e/fixtures/anvil/scenario.ts'
import { ownArtifact } from '../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter, Page } from '../adapter.ts'
import { openArchive } from '../archive/availability.ts'
import { openAdapter } from '../registry.ts'
import { poolsByFactory } from './reading/pools/by-factory.ts'
import { openEndpoint } from './rpc/endpoint.ts'
import { newRangeState } from './rpc/limits/ranges.ts'
import type { Node } from './rpc/node.ts'
import { openRpc } from './rpc/rpc.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const address = (text: string): Address => trustedAddress(text)

describe.skipIf(missing !== null)(`an EVM network read from a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let adapter: ChainAdapter
  let head: BlockRef
  let token: Address

  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    adapter = openAdapter({ network: 'eth', endpoints: [anvil.url] })
    head = await adapter.head(signal)
    token = address(truth.token)
  })
  afterAll(async () => {
    await adapter.close()
    await anvil.stop()
  })

  test('probe: an anvil node keeps old state and supports traces and simulation', async () => {
    expect(await adapter.probe(signal)).toEqual({ head: truth.head, archive: true, traces: true, simulate: true, logsMaxRange: null })
  })

  test('token: metadata, supply, owner, creator and creation', async () => {
    expect(await adapter.token(token, head, signal)).toMatchObject({
      network: 'eth',
      address: truth.token,
      name: 'Launch Token',
      symbol: 'LNCH',
      decimals: 18,
      totalSupply: BigInt(truth.totalSupply),
      creator: truth.creator,
      owner: truth.creator,
      createdBlock: truth.createdBlock,
      origin: 'node',
      asOf: head.time,
      asOfBlock: truth.head,
      notes: [],
    })
  })

  test('token: an address without code is not a token', async () => {
    expect(await adapter.token(address(truth.creator), head, signal)).toBeNull()
  })

  test('transfers: add up to every balance, each with its block time', async () => {
    const rows = await all(adapter.transfers(token, 0, head.number, signal))
    const sums = new Map<string, bigint>()
    for (const { from, to, raw } of rows) {
      sums.set(from, (sums.get(from) ?? 0n) - raw)
      sums.set(to, (sums.get(to) ?? 0n) + raw)
    }
    for (const holder of truth.holders) expect(sums.get(holder.address)).toBe(BigInt(holder.raw))
    expect([...sums].filter(([, raw]) => raw > 0n)).toHaveLength(truth.holders.length)
    expect(rows.every((row) => row.time !== null && row.time <= head.time)).toBe(true)
  })

  test('balances: read from the chain, in the order of the wallets', async () => {
    const wallets = truth.holders.map((holder) => address(holder.address))
    expect(await adapter.balances(token, wallets, head, signal)).toEqual(
      truth.holders.map((holder) => ({ address: holder.address, raw: BigInt(holder.raw), verified: true })),
    )
  })

  test('pools: those of an unlisted factory are found by behaviour', async () => {
    expect(await all(adapter.pools(token, 0, head.number, signal))).toEqual([])
    const candidates = truth.holders.map((holder) => address(holder.address))
    const pools = await adapter.poolsAmong({ token, candidates }, head, signal)
    expect(pools).toMatchObject([
      {
        address: truth.pool,
        dex: 'uniswap-v2-fork',
        dexVersion: '2',
        createdBlock: expect.any(Number) as number,
        createdTx: expect.stringMatching(/^0x/) as string,
      },
    ])
  })

  test('pools: those of a listed factory are read from its events', async () => {
    const factory = { address: address(truth.factory), dex: 'Test exchange', version: '2', family: 'univ2' }
    const rpc = openRpc({ endpoints: [openEndpoint(anvil.url, Math.random)], chainId: 1, networkName: 'Ethereum' })
    const node = { rpc, ranges: newRangeState(), archive: openArchive() } as unknown as Node
    const read = poolsByFactory(node, 'eth', new Map([[factory.address, factory]]), token, 0, head.number, signal)
    expect(await all(read)).toMatchObject([{ address: truth.pool, dex: 'Test exchange', dexVersion: '2' }])
  })

  test('trades: every swap once, exact on both sides, with signer and receiver', async () => {
    const pools = await adapter.poolsAmong({ token, candidates: [address(truth.pool)] }, head, signal)
    const trades = await all(adapter.trades(pools, 0, head.number, signal))
    const read = trades.map((trade) => {
      const side = trade.tokenOut.token === token ? 'buy' : 'sell'
      const [own, other] = side === 'buy' ? [trade.tokenOut, trade.tokenIn] : [trade.tokenIn, trade.tokenOut]
      return {
        tx: trade.tx,
        block: trade.position.block,
        logIndex: trade.position.event,
        side,
        signer: trade.signer,
        tokenRaw: own.raw.toString(),
        wethRaw: other.raw.toString(),
      }
    })
    expect(read).toEqual(truth.swaps)
    expect(trades.every((trade) => trade.confidence === 'sure' && trade.tokenIn.decimals === 18 && trade.time !== null)).toBe(true)
    expect(trades.every((trade) => trade.receiver !== truth.router && trade.receiver !== truth.pool && trade.receiver !== null)).toBe(true)
    expect(trades.find((trade) => trade.leg === 1)?.signer).toBe(addressOf(account('routed buyer')))
    expect(trades.at(-1)).toMatchObject({ signer: addressOf(account('giver')), receiver: addressOf(account('given')) })
  })

  test('account kinds: people, the pool, and a wallet with an EIP-7702 delegation', async () => {
    const dev = await openDevChain(anvil.url)
    const delegated = addressOf(account('delegated'))
    await dev.rpc('anvil_setCode', [delegated, `0xef0100${truth.router.slice(2)}`])
    const kinds = await adapter.accountKinds([address(truth.pool), address(truth.creator), address(delegated)], await adapter.head(signal), signal)
    expect([...kinds.values()]).toEqual(['contract', 'wallet', 'wallet'])
  })

  test('native balances: what the node says, also where no multicall contract is deployed', async () => {
    const dev = await openDevChain(anvil.url)
    const [rich, empty] = [addressOf(account('rich in coin')), addressOf(account('without coin'))]
    await dev.setBalance(rich, 10n ** 25n)
    const found = await adapter.nativeBalances([address(empty), address(rich)], await adapter.head(signal), signal)
    expect(found).toEqual([
      { address: empty, raw: 0n },
      { address: rich, raw: 10n ** 25n },
    ])
  })

  test('first funding: who paid each wallet first, how much, in which transaction', async () => {
    for (const known of truth.funding) {
      const { funding, transfer } = await adapter.firstFunding(address(known.wallet), head, signal)
      expect(funding).toMatchObject({ wallet: known.wallet, funder: known.funder, raw: BigInt(known.raw), tx: known.tx, reason: null })
      expect(transfer).toMatchObject({ token: 'native', from: known.funder, to: known.wallet, raw: BigInt(known.raw) })
    }
  })

  test('first funding: trace_filter names the block, and old state only confirms it', async () => {
    const [known] = truth.funding
    if (known === undefined) throw new Error('the scenario has no funded wallet')
    const fundingOf = async (without: readonly string[]): Promise<{ funder: string | null; calls: number }> => {
      const proxy = await openProxy(anvil.url, { without })
      const { funding } = await openAdapter({ network: 'eth', endpoints: [proxy.url] }).firstFunding(address(known.wallet), head, signal)
      await proxy.close()
      return { funder: funding.funder, calls: proxy.calls.get('eth_call') ?? 0 }
    }
    const [traced, searched] = [await fundingOf([]), await fundingOf(['trace_filter'])]
    expect([traced.funder, searched.funder]).toEqual([known.funder, known.funder])
    // At the head, at the traced block and at the block before it.
    expect(traced.calls).toBe(3)
    expect(searched.calls).toBeGreaterThan(traced.calls)
  })

  test("first funding: read from a provider's index without old state, and a wrong index is rejected", async () => {
    const [known, other] = truth.funding
    if (known === undefined || other === undefined) throw new Error('the scenario has no funded wallet')
    const chain = await openDevChain(anvil.url)
    const { blockNumber } = (await chain.rpc('eth_getTransactionReceipt', [known.tx])) as { blockNumber: string }
    // A stub with the provider's documented answer; these tests do not cover the real index.
    const answering = (hash: string): Promise<CountingProxy> =>
      openProxy(anvil.url, {
        keepsBlocks: 2,
        before(call) {
          if (call.method !== 'alchemy_getAssetTransfers') return null
          const row = { blockNum: blockNumber, hash, from: known.funder, rawContract: { value: `0x${BigInt(known.raw).toString(16)}` } }
          return answerCall(call, { result: { transfers: [row] } })
        },
      })
    const [right, wrong] = [await answering(known.tx), await answering(other.tx)]
    const { funding } = await openAdapter({ network: 'eth', endpoints: [right.url] }).firstFunding(address(known.wallet), head, signal)
    expect(funding).toMatchObject({ funder: known.funder, raw: BigInt(known.raw), tx: known.tx, reason: null })
    await expect(openAdapter({ network: 'eth', endpoints: [wrong.url] }).firstFunding(address(known.wallet), head, signal)).rejects.toThrow(
      /its receipt does not/,
    )
    await Promise.all([right.close(), wrong.close()])
  })

  test('first funding: a wallet that only received tokens has a reason and no funder', async () => {
    const { funding } = await adapter.firstFunding(address(addressOf(account('dusted 0'))), head, signal)
    expect(funding).toMatchObject({ funder: null, reason: 'The wallet never held the native coin.' })
  })

  test('first funding: coins from the genesis block, and coins that no transaction explains', async () => {
    const dev0 = address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect((await adapter.firstFunding(dev0, head, signal)).funding.reason).toMatch(/genesis/)
    expect((await adapter.firstFunding(address(truth.duster), head, signal)).funding).toMatchObject({
      funder: null,
      reason: expect.stringMatching(/explains/) as string,
    })
  })
})

describe.skipIf(missing !== null)(`contracts created by contracts ${missing ?? ''}`, () => {
  test('the creator of a factory child is the caller of the factory; a bytes32 name is read', async () => {
    const anvil = await spawnAnvil()
    try {
      const chain = await openDevChain(anvil.url)
      const person = account('factory user')
      await chain.setBalance(person.address, 10n ** 20n)
      const factory = await chain.deploy(person, ownArtifact('TokenFactory'), [])
      const made = await chain.call(person, factory, 'create', ['Child', 'CHD\u202E', 5_000n])
      const child = address(made.logs[0]?.address.toLowerCase() ?? '')
      const old = await chain.deploy(person, ownArtifact('Bytes32Token'), [])
      const adapter = openAdapter({ network: 'eth', endpoints: [anvil.url] })
      const head = await adapter.head(signal)

      expect(await adapter.token(child, head, signal)).toMatchObject({
        name: 'Child',
        symbol: 'CHD',
        creator: addressOf(person),
        createdTx: made.transactionHash,
      })
      expect(await adapter.token(address(old.address), head, signal)).toMatchObject({ name: 'Old Token', symbol: 'OLD', decimals: 9, owner: null })
    } finally {
      await anvil.stop()
    }
  })

  test('the payer of dispersed coins is the sender of the transaction; of its own coins the contract', async () => {
    const anvil = await spawnAnvil()
    try {
      const chain = await openDevChain(anvil.url)
      const person = account('disperser')
      await chain.setBalance(person.address, 10n ** 20n)
      const disperse = await chain.deploy(person, ownArtifact('Disperse'), [])
      const errands = await chain.deploy(person, ownArtifact('Errands'), [])
      await chain.setBalance(errands.address, 10n ** 18n)
      const [paid, later, helped] = [addressOf(account('paid inside')), addressOf(account('paid later')), addressOf(account('paid by a contract'))]
      const payment = await chain.call(person, disperse, 'pay', [[paid, later], 7n], 14n)
      const help = await chain.call(person, errands, 'run', [[{ target: helped, value: 9n, data: '0x' }]])
      const adapter = openAdapter({ network: 'eth', endpoints: [anvil.url] })
      const head = await adapter.head(signal)

      const found = { tx: payment.transactionHash, reason: null, raw: 7n }
      expect((await adapter.firstFunding(address(paid), head, signal)).funding).toMatchObject({ ...found, funder: addressOf(person) })
      expect((await adapter.firstFunding(address(helped), head, signal)).funding).toMatchObject({
        funder: errands.address,
        raw: 9n,
        tx: help.transactionHash,
      })
      const stretch = { wallet: address(addressOf(person)), side: 'paid', since: 0, until: head.time, least: 0, most: 10 } as const
      const { rows, complete } = await adapter.payments(stretch, head, signal)
      expect(complete).toBe(true)
      expect(rows.map(({ from, to, raw }) => [from, to, raw])).toEqual([paid, later].map((to) => [addressOf(person), to, 7n]))
      const received = await adapter.payments({ ...stretch, wallet: address(later), side: 'received' }, head, signal)
      expect(received.rows.map(({ from, tx }) => [from, tx])).toEqual([[addressOf(person), payment.transactionHash]])
      expect((await adapter.payments({ ...stretch, least: 50 }, head, signal)).inspected).toBe(0)
      expect(await adapter.activity(stretch.wallet, head, signal)).toMatchObject({ transactions: 4, atLeast: false })
    } finally {
      await anvil.stop()
    }
  })

  test('a development node with its default chain id stands in for the network, and a note says so', async () => {
    const anvil = await spawnAnvil({ chainId: 31_337 })
    try {
      const launch = await launchScenario(anvil.url)
      const adapter = openAdapter({ network: 'eth', endpoints: [anvil.url] })
      const token = await adapter.token(trustedAddress(launch.token), await adapter.head(signal), signal)
      expect(token?.notes).toEqual(['Read from a development node (chain 31337), not from Ethereum itself.'])
    } finally {
      await anvil.stop()
    }
  })

  test('an endpoint of another chain is rejected, and both chains are named', async () => {
    const anvil = await spawnAnvil({ chainId: 56 })
    try {
      await expect(openAdapter({ network: 'eth', endpoints: [anvil.url] }).head(signal)).rejects.toMatchObject({
        code: 'source_unavailable',
        message: expect.stringMatching(/serves chain 56, but Ethereum is chain 1/) as string,
      })
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
