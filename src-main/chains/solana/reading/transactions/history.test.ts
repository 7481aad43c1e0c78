import { Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paySol, RENT_LAMPORTS, send, TOKEN_PROGRAM, wallet } from '../../../../../e2e/fixtures/surfpool/client.ts'
import { openSolanaProxy, type RpcCall, type SolanaProxy, type SolanaProxyOptions } from '../../../../../e2e/fixtures/surfpool/proxy.ts'
import { launchToken, type Launch } from '../../../../../e2e/fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { ChainAdapter, Page } from '../../../adapter.ts'
import { createSolanaAdapter } from '../../adapter.ts'

/** Endpoints in front of a real node that list histories in full, truncated, or in short pages, without saying which. */
const missing = surfpoolMissing()
const signal = new AbortController().signal
const RECENT_SLOT = 424_222_253

interface Row {
  readonly signature: string
  readonly slot: number
}
const isList = ({ method }: RpcCall): boolean => method === 'getSignaturesForAddress'
const inRecentSlot = ({ method }: RpcCall, result: unknown): unknown => (method === 'getFirstAvailableBlock' ? RECENT_SLOT : result)

/** Lists and serves only transactions of a slot and later ones, without an error. */
const cutAt =
  (slot: number): NonNullable<SolanaProxyOptions['after']> =>
  (call, result) => {
    if (isList(call)) return (result as Row[]).filter((row) => row.slot >= slot)
    if (call.method === 'getTransaction' && (result as Row | null) !== null) return (result as Row).slot >= slot ? result : null
    return result
  }

/** The first page of each list ends at a slot. */
const shortFirstPage =
  (slot: number): NonNullable<SolanaProxyOptions['after']> =>
  (call, result) => {
    const [, options] = call.params as [string, { before?: string }?]
    return isList(call) && options?.before === undefined ? (result as Row[]).filter((row) => row.slot >= slot) : result
  }

/** Orders transactions of one slot by signature, as Agave's own ledger does. */
const bySignature: NonNullable<SolanaProxyOptions['after']> = (call, result) =>
  isList(call) ? (result as Row[]).toSorted((a, b) => b.slot - a.slot || (a.signature < b.signature ? -1 : 1)) : result

async function collect<T>(pages: AsyncIterable<Page<T>>): Promise<Page<T>[]> {
  const collected: Page<T>[] = []
  for await (const page of pages) collected.push(page)
  return collected
}

describe.skipIf(missing !== null)(`histories of a real Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let token: Address
  const proxies: SolanaProxy[] = []
  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node, { name: 'proved', at: 3_000 })
    token = trustedAddress(launch.token)
  })
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close()
  })
  afterAll(() => node.stop())

  async function front(options: SolanaProxyOptions): Promise<SolanaProxy> {
    const proxy = await openSolanaProxy(node, options)
    proxies.push(proxy)
    return proxy
  }
  const over = (...endpoints: SolanaProxy[]): ChainAdapter => createSolanaAdapter({ network: 'sol', endpoints: endpoints.map(({ url }) => url) })

  async function readAll(adapter: ChainAdapter) {
    const head = await adapter.head(signal)
    const info = await adapter.token(token, head, signal)
    const pools: Pool[] = (await collect(adapter.pools(token, 0, head.number, signal))).flatMap(({ rows }) => rows)
    const pages = await collect(adapter.trades(pools, launch.slots.created, head.number, signal))
    const fundings = await Promise.all(launch.funding.map(({ wallet }) => adapter.firstFunding(trustedAddress(wallet), head, signal)))
    return {
      info,
      pools,
      firstTradeSlot: Math.min(...pages.filter(({ from, to }) => from <= to).map(({ from }) => from)),
      notes: pages.flatMap(({ notes = [] }) => notes),
      // Pages arrive newest first.
      trades: pages.toReversed().flatMap(({ rows }) => rows.map(({ tx }) => tx)),
      funding: fundings.map(({ funding }) => funding),
    }
  }
  async function expectWhole(adapter: ChainAdapter): Promise<void> {
    const { info, pools, firstTradeSlot, notes, trades, funding } = await readAll(adapter)
    expect(info).toMatchObject({ creator: launch.creator, createdBlock: launch.slots.created, createdTx: launch.createdTx })
    expect(pools).toMatchObject([{ createdBlock: launch.slots.pool }])
    expect(firstTradeSlot).toBe(launch.slots.created)
    expect(notes).toEqual([])
    expect(trades).toEqual(launch.swaps.map(({ tx }) => tx))
    expect(funding).toMatchObject(launch.funding.map(({ wallet, funder, lamports }) => ({ wallet, funder, raw: lamports, proof: 'birth' })))
  }

  test('are believed by their first transactions, whatever the first available block is', async () => {
    await expectWhole(over(await front({ after: inRecentSlot })))
  })

  test('do not end at a short page', async () => {
    await expectWhole(over(await front({ after: shortFirstPage(launch.slots.pool) })))
    await expectWhole(over(await front({ after: shortFirstPage(RECENT_SLOT) }), await front({})))
  })

  test('begin with the transaction that creates the account, in any order within its slot', async () => {
    await expectWhole(over(await front({ after: bySignature })))
  })

  test('that are cut give neither creator, pool creation, launch nor funder, and say why', async () => {
    const { info, pools, firstTradeSlot, notes, trades, funding } = await readAll(over(await front({ after: cutAt(launch.slots.firstBuy) })))
    expect(info).toMatchObject({ creator: null, createdBlock: null, createdTx: null, createdAt: null })
    expect(info?.notes).toContainEqual(expect.stringMatching(/^Its creation is unknown\. .* its history is cut\.$/))
    expect(pools).toMatchObject([{ createdBlock: null, createdTx: null }])
    expect(firstTradeSlot).toBe(launch.slots.firstBuy + 1)
    expect(notes).toEqual([expect.stringMatching(/first transactions of 1 pool/)])
    expect(trades).toEqual(launch.swaps.slice(1).map(({ tx }) => tx))
    expect(funding).toMatchObject(
      launch.funding.map(({ wallet }) => ({
        wallet,
        funder: null,
        block: null,
        proof: 'cut',
        reason: expect.stringMatching(/history is cut/) as string,
      })),
    )
    const late = over(await front({ after: cutAt(launch.slots.firstBuy) }))
    const received = { wallet: trustedAddress(launch.creator), side: 'received', since: 0, until: 2 ** 40, least: 0, most: 100 } as const
    expect(await late.payments(received, await late.head(signal), signal)).toMatchObject({ complete: false })
  })

  test('without inner instructions say that trades may be missing', async () => {
    const remarksOver = async (after: SolanaProxyOptions['after']): Promise<string[]> => {
      const adapter = over(await front(after === undefined ? {} : { after }))
      const pages = await collect(adapter.transfers(token, 0, (await adapter.head(signal)).number, signal))
      return pages.flatMap(({ remarks = [] }) => remarks)
    }
    const { tx } = launch.swaps.at(-1) ?? { tx: '' }
    const withoutInner: SolanaProxyOptions['after'] = ({ method, params }, result) => {
      const answer = result as { meta: object } | null
      if (method !== 'getTransaction' || params[0] !== tx || answer === null) return result
      return { ...answer, meta: { ...answer.meta, innerInstructions: null } }
    }
    expect(await remarksOver(undefined)).toEqual([])
    expect(await remarksOver(withoutInner)).toEqual([expect.stringMatching(/^Trades may be missing: 1 transaction /)])
  })

  test('that one endpoint cuts are read from another, which is then read first', async () => {
    const shallow = await front({ after: cutAt(launch.slots.firstBuy) })
    const deep = await front({ after: inRecentSlot })
    const adapter = over(shallow, deep)
    await expectWhole(adapter)
    const before = shallow.calls.get('getSignaturesForAddress') ?? 0
    await adapter.firstFunding(trustedAddress(launch.creator), await adapter.head(signal), signal)
    expect(shallow.calls.get('getSignaturesForAddress')).toBe(before)
  })

  test('whose first transaction no endpoint returns are believed where two endpoints end at the same one', async () => {
    const after: SolanaProxyOptions['after'] = ({ method }, result) =>
      method === 'getTransaction' && (result as Row | null)?.slot === launch.slots.pool ? null : result
    const poolsOver = async (...endpoints: SolanaProxy[]): Promise<Pool[]> =>
      (await collect(over(...endpoints).pools(token, 0, RECENT_SLOT, signal))).flatMap(({ rows }) => rows)
    expect(await poolsOver(await front({ after }))).toMatchObject([{ createdBlock: null }])
    expect(await poolsOver(await front({ after }), await front({ after }))).toMatchObject([{ createdBlock: launch.slots.pool }])
  })

  test('are cut where the account is emptied and paid again in the oldest slot', async () => {
    const payer = Keypair.fromSecretKey(node.payer)
    const [emptied, stranger] = [wallet('emptied'), wallet('pays the emptied')]
    await node.toSlot(3_062)
    await send(
      node,
      [emptied, stranger].map(({ publicKey }) => paySol(payer.publicKey, publicKey, 1_000_000_000)),
      [payer],
    )
    await node.toSlot(3_064)
    await send(node, [paySol(emptied.publicKey, payer.publicKey, 1_000_000_000)], [payer, emptied])
    await send(node, [paySol(stranger.publicKey, emptied.publicKey, 500_000_000)], [stranger])
    await node.toSlot(3_066)
    const address = trustedAddress(emptied.publicKey.toBase58())
    for (const order of [(_call: RpcCall, result: unknown) => result, bySignature]) {
      const adapter = over(await front({ after: (call, result) => order(call, cutAt(3_064)(call, result)) }))
      expect((await adapter.firstFunding(address, await adapter.head(signal), signal)).funding).toMatchObject({ funder: null, proof: 'cut' })
    }
    const whole = over(await front({}))
    expect((await whole.firstFunding(address, await whole.head(signal), signal)).funding).toMatchObject({ funder: payer.publicKey.toBase58() })
  })

  test('of an account that never existed hold no funding; of one that does they are cut', async () => {
    const adapter = over(await front({}))
    const head = await adapter.head(signal)
    const unused = trustedAddress(wallet('never paid').publicKey.toBase58())
    expect((await adapter.firstFunding(unused, head, signal)).funding).toMatchObject({
      funder: null,
      proof: 'believed',
      reason: expect.stringMatching(/never received/) as string,
    })
    expect((await adapter.firstFunding(unused, head, signal, launch.slots.created)).funding).toMatchObject({ funder: null, proof: 'cut' })
    const empty = over(await front({ after: (call, result) => (isList(call) ? [] : result) }))
    expect((await empty.firstFunding(trustedAddress(launch.creator), head, signal)).funding).toMatchObject({ funder: null, proof: 'cut' })
  })

  test('name the creator of a mint whose address a stranger paid before', async () => {
    const [payer, creator, stranger, mint] = [
      Keypair.fromSecretKey(node.payer),
      ...['creator', 'stranger', 'mint'].map((name) => wallet(`early ${name}`)),
    ]
    if (creator === undefined || stranger === undefined || mint === undefined) throw new Error('no wallets')
    await node.toSlot(3_070)
    await send(
      node,
      [creator, stranger].map(({ publicKey }) => paySol(payer.publicKey, publicKey, 1_000_000_000)),
      [payer],
    )
    await node.toSlot(3_080)
    await send(node, [paySol(stranger.publicKey, mint.publicKey, RENT_LAMPORTS)], [stranger])
    await node.toSlot(3_090)
    const initialise = new TransactionInstruction({
      programId: TOKEN_PROGRAM,
      keys: [{ pubkey: mint.publicKey, isWritable: true, isSigner: false }],
      data: Buffer.concat([Buffer.from([20, 6]), creator.publicKey.toBytes(), Buffer.from([0])]),
    })
    const createdTx = await send(
      node,
      [
        SystemProgram.allocate({ accountPubkey: mint.publicKey, space: 82 }),
        SystemProgram.assign({ accountPubkey: mint.publicKey, programId: TOKEN_PROGRAM }),
        initialise,
      ],
      [creator, mint],
    )
    await node.toSlot(3_100)
    const adapter = over(await front({}))
    const info = await adapter.token(trustedAddress(mint.publicKey.toBase58()), await adapter.head(signal), signal)
    expect(info).toMatchObject({ creator: creator.publicKey.toBase58(), createdBlock: 3_090, createdTx })
  })
})
