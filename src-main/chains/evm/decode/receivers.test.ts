import { concat, encodeFunctionData, pad, parseEther, toHex, zeroHash, type Address as HexAddress, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../../../../e2e/fixtures/anvil/chain.ts'
import { ownArtifact, seedPool } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import {
  accountOfOwner,
  deployOperations,
  encodeOperations,
  type Operation,
  type Operations,
} from '../../../../e2e/fixtures/anvil/user-operations.ts'
import { deployVenues, type Venues } from '../../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { ChainEvent, Pool, Trade } from '../../../../src-shared/domain/events.ts'
import { createEvmAdapter } from '../adapter.ts'
import { decodeEvmTransaction } from './decode-transaction.ts'

/**
 * Traders of transactions that another account sends: real Uniswap v2 pools, the real entry point of ERC-4337, and our own small contracts modelled
 * on 0x quotes and UniswapX. Those contracts leave out signatures and auctions, which these tests do not cover.
 */

const missing = anvilMissing()
const never = new AbortController().signal
const FAR_FUTURE = 4_102_444_800n
const MAX = 2n ** 256n - 1n

interface Owned {
  readonly owner: PrivateKeyAccount
  readonly address: HexAddress
}

interface Read {
  readonly trades: readonly Trade[]
  readonly decoded: readonly ChainEvent[]
}

describe.skipIf(missing !== null)(`trades sent by another account${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let token: Contract
  let pair: Contract
  const [maker, sender, person, other] = ['maker', 'sender', 'person', 'other'].map((name) => account(`receivers ${name}`)) as [
    Sender,
    Sender,
    Sender,
    Sender,
  ]

  beforeAll(async () => {
    node = await spawnAnvil({ chainId: 1 })
    chain = await openDevChain(node.url)
    for (const who of [maker, sender, person, other]) await chain.setBalance(addressOf(who), parseEther('10000'))
    venues = await deployVenues(chain, maker, 1)
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Received', 'RCV', parseEther('1000000')])
    pair = await seedPool(chain, venues.v2, maker, token, parseEther('100000'), parseEther('100'))
    for (const who of [sender, person, other]) {
      await chain.call(maker, token, 'transfer', [addressOf(who), parseEther('10000')])
      await chain.call(who, venues.v2.weth, 'deposit', [], parseEther('100'))
    }
  }, 60_000)
  afterAll(() => node.stop())

  /** The pair's trades that the adapter reads in the transaction's block, and the events decoded from the transaction alone. */
  async function read(hash: Hex): Promise<Read> {
    const [tx, receipt] = await Promise.all(['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => chain.rpc(method, [hash])))
    const block = Number((receipt as { blockNumber: string }).blockNumber)
    const adapter = createEvmAdapter({ network: 'eth', endpoints: [node.url] })
    const [token0 = '', token1 = ''] = [token.address, venues.v2.weth.address].sort()
    const tokens = { token0: trustedAddress(token0), token1: trustedAddress(token1) }
    const known = { dex: 'Uniswap', dexVersion: '2', createdBlock: null, createdTx: null }
    const pools: Pool[] = [{ kind: 'pool', network: 'eth', address: trustedAddress(pair.address), ...tokens, ...known }]
    const trades: Trade[] = []
    for await (const page of adapter.trades(pools, block, block, never)) trades.push(...page.rows)
    await adapter.close()
    return { trades, decoded: decodeEvmTransaction({ network: 'eth', tx, receipt, time: null, tokenInfo: () => ({ decimals: 18 }) }) }
  }
  const tradesIn = ({ decoded }: Read): Trade[] => decoded.filter((event) => event.kind === 'trade')
  const who = (trades: readonly Trade[]): unknown => trades.map(({ signer, account: by, receiver }) => ({ signer, account: by, receiver }))
  const data = ({ abi }: Contract, functionName: string, args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })

  describe('user operations of ERC-4337, sent by a bundler', () => {
    let operations: Operations
    let accounts: readonly [Owned, Owned]
    const nonces = new Map<Owned, bigint>()
    const op = (from: Owned, target: Contract, value: bigint, call: Hex): Operation => {
      const nonce = nonces.get(from) ?? 0n
      nonces.set(from, nonce + 1n)
      return { owner: from.owner, nonce, calls: [{ target: target.address, value, data: call }] }
    }
    const bundle = async (...ops: readonly Operation[]): Promise<Read> => {
      const call = await encodeOperations(chain, operations, ops, addressOf(sender))
      return read((await chain.send(sender, operations.entryPoint.address, { data: call })).transactionHash)
    }

    beforeAll(async () => {
      operations = await deployOperations(chain, maker)
      const open = async (owner: PrivateKeyAccount): Promise<Owned> => ({ owner, address: await accountOfOwner(chain, operations, owner.address) })
      accounts = [await open(account('receivers owner 1')), await open(account('receivers owner 2'))]
      for (const { address } of accounts) await chain.send(maker, address, { value: parseEther('10') })
    })

    const buys = (from: Owned, wei: bigint): Operation => {
      const path = [venues.v2.weth.address, token.address]
      return op(from, venues.v2.router, wei, data(venues.v2.router, 'swapExactETHForTokens', [0n, path, from.address, FAR_FUTURE]))
    }

    it('are of the account, signed by the bundler', async () => {
      const result = await bundle(buys(accounts[0], parseEther('1')))
      const expected = [{ signer: addressOf(sender), account: accounts[0].address, receiver: accounts[0].address }]
      expect(who(result.trades)).toEqual(expected)
      expect(who(tradesIn(result))).toEqual(expected)
      expect(tradesIn(result)[0]?.tokenIn.raw).toBe(parseEther('1'))
    })

    it('of two accounts in one bundle are two trades, each for its own account', async () => {
      const result = await bundle(buys(accounts[0], parseEther('1')), buys(accounts[1], parseEther('2')))
      const expected = accounts.map(({ address }) => ({ signer: addressOf(sender), account: address, receiver: address }))
      expect(who(result.trades)).toEqual(expected)
      expect(who(tradesIn(result))).toEqual(expected)
    })

    it('that sell are for the account in wrapped coins, and for an unknown receiver where the router unwraps them', async () => {
      const { router, weth } = venues.v2
      const [seller] = accounts
      const sale = [parseEther('100'), 0n, [token.address, weth.address], seller.address, FAR_FUTURE]
      const approve = op(seller, token, 0n, data(token, 'approve', [router.address, MAX]))
      const wrapped = await bundle(approve, op(seller, router, 0n, data(router, 'swapExactTokensForTokens', sale)))
      expect(who(wrapped.trades)).toEqual([{ signer: addressOf(sender), account: seller.address, receiver: seller.address }])
      expect(who(tradesIn(wrapped))).toEqual(who(wrapped.trades))
      const unwrapped = await bundle(op(seller, router, 0n, data(router, 'swapExactTokensForETH', sale)))
      expect(who(unwrapped.trades)).toEqual([{ signer: addressOf(sender), account: seller.address, receiver: null }])
      expect(who(tradesIn(unwrapped))).toEqual(who(unwrapped.trades))
    })

    it('that failed within their bundle are no trades', async () => {
      const result = await bundle(buys(accounts[0], parseEther('1000')))
      expect([result.trades, tradesIn(result)]).toEqual([[], []])
    })
  })

  it('a fill of a quote between two people is two transfers and no trade of a pool', async () => {
    const quotes = await chain.deploy(maker, ownArtifact('QuoteFillStandIn'), [])
    await chain.call(person, token, 'approve', [quotes.address, MAX])
    await chain.call(other, venues.v2.weth, 'approve', [quotes.address, MAX])
    const terms = [addressOf(person), token.address, parseEther('500'), venues.v2.weth.address, parseEther('1')]
    const result = await read((await chain.call(other, quotes, 'fill', terms)).transactionHash)
    expect([result.trades, tradesIn(result)]).toEqual([[], []])
    expect(movesIn(result)).toEqual([
      { token: venues.v2.weth.address, from: addressOf(other), to: addressOf(person), raw: parseEther('1') },
      { token: token.address, from: addressOf(person), to: addressOf(other), raw: parseEther('500') },
    ])
  })

  it('a fill on a listed exchange is a trade without a pool, read with the transactions of the pools', async () => {
    const [errands, { weth }] = [await chain.deploy(maker, ownArtifact('Errands'), []), venues.v2]
    // Emits the rest of its call data under the first word as topic, in place of 0x's exchange.
    const exchange = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
    await chain.rpc('anvil_setCode', [exchange, '0x60203603806020600037600035906000a100'])
    const [paid, offered, sold] = [parseEther('1'), parseEther('500'), parseEther('900')]
    await chain.call(person, token, 'approve', [errands.address, MAX])
    await chain.call(other, weth, 'transfer', [errands.address, 2n * paid])
    const filled = [zeroHash, addressOf(person), addressOf(other), token.address, weth.address, paid, offered, zeroHash].map((value) =>
      pad(toHex(BigInt(value))),
    )
    const outs = token.address < weth.address ? [sold, 0n] : [0n, sold]
    const run = [
      { target: weth.address, value: 0n, data: data(weth, 'transfer', [pair.address, paid]) },
      { target: pair.address, value: 0n, data: data(pair, 'swap', [...outs, addressOf(other), '0x']) },
      { target: weth.address, value: 0n, data: data(weth, 'transfer', [addressOf(person), paid]) },
      { target: token.address, value: 0n, data: data(token, 'transferFrom', [addressOf(person), addressOf(other), offered]) },
      { target: exchange, value: 0n, data: concat(['0x829fa99d94dc4636925b38632e625736a614c154d55006b7ab6bea979c210c32', ...filled]) },
    ]
    const result = await read((await chain.call(other, errands, 'run', [run])).transactionHash)
    const shown = ({ dex, pool, tokenIn, tokenOut, receiver }: Trade): unknown => [dex, pool, tokenIn.raw, tokenOut.raw, receiver]
    const expected = [
      ['Uniswap', pair.address.toLowerCase(), paid, sold, addressOf(other)],
      ['0x', null, paid, offered, addressOf(other)],
    ]
    expect(result.trades.map(shown)).toEqual(expected)
    expect(tradesIn(result).map(({ pool, tokenIn, tokenOut }) => [pool, tokenIn.raw, tokenOut.raw])).toEqual(expected.map((row) => row.slice(1, 4)))
  })

  describe('orders that a filler fills', () => {
    let reactor: Contract
    beforeAll(async () => {
      reactor = await chain.deploy(maker, ownArtifact('ReactorStandIn'), [])
      await chain.call(person, venues.v2.weth, 'approve', [reactor.address, MAX])
    })

    it("from the filler's own stock are two transfers and no trade of a pool", async () => {
      await chain.call(sender, token, 'approve', [reactor.address, MAX])
      const order = [addressOf(person), venues.v2.weth.address, parseEther('1'), token.address, parseEther('900')]
      const result = await read((await chain.call(sender, reactor, 'execute', order)).transactionHash)
      expect([result.trades, tradesIn(result)]).toEqual([[], []])
      expect(movesIn(result)).toEqual([
        { token: venues.v2.weth.address, from: addressOf(person), to: addressOf(sender), raw: parseEther('1') },
        { token: token.address, from: addressOf(sender), to: addressOf(person), raw: parseEther('900') },
      ])
    })

    it('from a pool are one trade, sent by the filler, received by the swapper', async () => {
      const { router, weth } = venues.v2
      const filler = await chain.deploy(sender, ownArtifact('Errands'), [])
      const path = [weth.address, token.address]
      const order = [addressOf(person), weth.address, parseEther('1'), token.address, parseEther('700')]
      const steps = [
        [router, 'swapExactETHForTokens', [0n, path, filler.address, FAR_FUTURE], parseEther('1')],
        [token, 'approve', [reactor.address, MAX], 0n],
        [reactor, 'execute', order, 0n],
      ] as const
      const errands = steps.map(([target, name, args, value]) => ({ target: target.address, value, data: data(target, name, args) }))
      const result = await read((await chain.call(sender, filler, 'run', [errands], parseEther('1'))).transactionHash)
      expect(who(result.trades)).toEqual([{ signer: addressOf(sender), receiver: addressOf(person) }])
      expect(who(tradesIn(result))).toEqual(who(result.trades))
    })

    it('of two people from one swap are one trade without a receiver', async () => {
      const { router, weth } = venues.v2
      await chain.call(other, weth, 'approve', [reactor.address, MAX])
      const filler = await chain.deploy(sender, ownArtifact('Errands'), [])
      const orders = [person, other].map((owner, n) => [
        addressOf(owner),
        weth.address,
        parseEther('1'),
        token.address,
        parseEther(n === 0 ? '800' : '60'),
      ])
      const steps = [
        [router, 'swapExactETHForTokens', [0n, [weth.address, token.address], filler.address, FAR_FUTURE], parseEther('1.1')],
        [token, 'approve', [reactor.address, MAX], 0n],
        ...orders.map((order) => [reactor, 'execute', order, 0n] as const),
      ] as const
      const errands = steps.map(([target, name, args, value]) => ({ target: target.address, value, data: data(target, name, args) }))
      const result = await read((await chain.call(sender, filler, 'run', [errands], parseEther('1.1'))).transactionHash)
      expect(who(result.trades)).toEqual([{ signer: addressOf(sender), receiver: null }])
      expect(who(tradesIn(result))).toEqual(who(result.trades))
      expect(movesIn(result)).toContainEqual({ token: token.address, from: filler.address, to: addressOf(other), raw: parseEther('60') })
    })
  })

  const movesIn = ({ decoded }: Read): unknown =>
    decoded.flatMap((event) => (event.kind === 'transfer' ? [{ token: event.token, from: event.from, to: event.to, raw: event.raw }] : []))
})
