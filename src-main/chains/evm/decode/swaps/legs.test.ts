import { encodeFunctionData, parseAbi, type Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../../src-shared/domain/events.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { KnownPool, LegLookups } from './leg.ts'
import { decodeLegs } from './legs.ts'

const V2_SWAP = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
const address = (digit: string): Address => trustedAddress(`0x${digit.repeat(40)}`)
const [tokenA, tokenB, pool, router, signer, other] = ['1', '2', '3', '4', '5', '6'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const topic = (of: Address): `0x${string}` => `0x${of.slice(2).padStart(64, '0')}`
const hash = `0x${'ab'.repeat(32)}` as const

function log(index: number, from: Address, topics: `0x${string}`[], words: readonly bigint[]): RawLog {
  return {
    address: from,
    topics,
    data: `0x${words.map(word).join('')}`,
    blockNumber: 7,
    blockHash: hash,
    transactionHash: hash,
    transactionIndex: 1,
    logIndex: index,
    removed: false,
    blockTimestamp: null,
  }
}
const move = (index: number, token: Address, from: Address, to: Address, raw: bigint): RawLog =>
  log(index, token, [TRANSFER_TOPIC, topic(from), topic(to)], [raw])
const swap = (index: number, at: Address, to: Address, amounts: readonly [bigint, bigint, bigint, bigint]): RawLog =>
  log(index, at, [V2_SWAP, topic(router), topic(to)], amounts)

const known: KnownPool = { token0: tokenA, token1: tokenB, dex: 'Test', dexVersion: '2' }
const lookups = (pools: Readonly<Record<string, KnownPool>>, genuine: Address | null = null): LegLookups => ({
  isGenuinePair: (contract) => contract === genuine,
  pool: (at) => pools[at] ?? null,
  venue: () => null,
  listed: () => null,
  vault: (manager) => manager,
  launchpad: () => null,
  decimals: () => null,
})
const decode = (logs: readonly RawLog[], pools: Readonly<Record<string, KnownPool>> = {}): ReturnType<typeof decodeLegs> =>
  decodeLegs({ network: 'eth', tx: hash, signer, to: router, input: null, time: 1, logs }, lookups(pools))
const only = (logs: readonly RawLog[], pools: Readonly<Record<string, KnownPool>> = {}): Trade => {
  const [first] = decode(logs, pools)
  if (first?.kind !== 'trade') throw new Error('no trade')
  return first
}

describe('swap legs checked against token movements', () => {
  test('a leg with exact movements on both sides is sure', () => {
    const trade = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 0n, 0n, 20n])])
    expect(trade).toMatchObject({ confidence: 'sure', receiver: signer, tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
    expect(trade).toMatchObject({ dex: 'uniswap-v2-fork', dexVersion: '2', leg: 0 })
  })

  test('a swap with an input in both tokens, as with a transfer tax, counts the net of each token', () => {
    const trade = only([move(0, tokenB, other, pool, 1n), swap(1, pool, signer, [10n, 1n, 0n, 20n])], { [pool]: known })
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { raw: 10n }, tokenOut: { raw: 19n } })
  })

  test('what a balance of the pool grew by without a movement, as by a reflection, is not paid', () => {
    const bought = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 30n, 0n, 20n])], {
      [pool]: known,
    })
    expect(bought).toMatchObject({ confidence: 'sure', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
    const sold = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [13n, 0n, 0n, 20n])], {
      [pool]: known,
    })
    expect(sold).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
  })

  test('a swap that was paid in an earlier transaction has the input that its event states', () => {
    const trade = only([move(0, tokenB, pool, signer, 20n), swap(1, pool, signer, [10n, 0n, 0n, 20n])], { [pool]: known })
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
  })

  test('a movement before the previous swap of the pool paid that swap', () => {
    const logs = [
      ...[move(0, tokenA, signer, pool, 50n), move(1, tokenB, pool, signer, 60n), swap(2, pool, signer, [50n, 0n, 0n, 60n])],
      ...[move(3, tokenA, signer, pool, 10n), move(4, tokenB, pool, signer, 9n), swap(5, pool, signer, [12n, 0n, 0n, 9n])],
    ]
    expect(decode(logs, { [pool]: known })).toMatchObject([{ tokenIn: { raw: 50n } }, { tokenIn: { raw: 10n } }])
  })

  test('a movement that is smaller than the event because of a tax makes the leg likely', () => {
    const trade = only([move(0, tokenA, signer, pool, 9n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 0n, 0n, 20n])])
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n } })
  })

  test('an event without a matching movement is a decode warning and not a trade', () => {
    expect(decode([swap(0, pool, signer, [10n, 0n, 0n, 20n])])).toMatchObject([{ kind: 'oddity', code: 'swap_tokens_unknown' }])
  })

  test('an event with only one side is a decode warning', () => {
    expect(decode([swap(0, pool, signer, [10n, 0n, 0n, 0n])], { [pool]: known })).toMatchObject([{ kind: 'oddity', code: 'swap_one_sided' }])
  })

  describe('of a pool whose factory is not listed', () => {
    const quote = trustedAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
    const pools = (dex: string): Record<string, KnownPool> => ({ [pool]: { ...known, token1: quote, dex } })
    const sale = (index: number, paid: bigint): RawLog => swap(index, pool, other, [0n, paid, 20n, 0n])
    const gives = move(0, tokenA, pool, other, 20n)

    test('a price that nobody paid is a decode warning', () => {
      expect(decode([gives, sale(1, 100n)], pools('uniswap-v2-fork'))).toMatchObject([{ kind: 'oddity', code: 'swap_unpaid' }])
    })

    test('one payment does not pay two swaps, and what is paid counts although the token keeps a tax', () => {
      const paid = move(1, quote, signer, pool, 100n)
      const twice = decode([gives, paid, sale(2, 100n), sale(3, 100n)], pools('uniswap-v2-fork'))
      expect(twice).toMatchObject([{ code: 'swap_unpaid' }, { code: 'swap_unpaid' }])
      const taxed = decode([move(0, tokenA, pool, other, 19n), paid, sale(2, 100n)], pools('uniswap-v2-fork'))
      expect(taxed).toMatchObject([{ kind: 'trade', tokenIn: { token: quote, raw: 100n }, tokenOut: { raw: 20n } }])
    })

    test('a genuine pair states what it was paid, also in an earlier transaction', () => {
      const transaction = { network: 'eth', tx: hash, signer, to: router, input: null, time: 1, logs: [gives, sale(1, 100n)] } as const
      expect(decodeLegs(transaction, lookups(pools('uniswap-v2-fork'), pool))).toMatchObject([
        { kind: 'trade', tokenIn: { token: quote, raw: 100n } },
      ])
      expect(decodeLegs(transaction, lookups(pools('uniswap-v2-fork'), other))).toMatchObject([{ code: 'swap_unpaid' }])
    })

    test('a listed factory is trusted', () => {
      expect(decode([gives, sale(1, 100n)], pools('Uniswap'))).toMatchObject([{ kind: 'trade', confidence: 'likely' }])
    })
  })

  test('a truncated event is a decode warning', () => {
    expect(decode([log(0, pool, [V2_SWAP, topic(router), topic(signer)], [10n, 0n])])).toMatchObject([{ code: 'swap_unreadable' }])
  })
})

describe('the receiver', () => {
  const second = address('7')
  const tokenC = address('8')

  test('of a router that forwards is the last recipient of the largest part', () => {
    const trade = only([
      move(0, tokenA, signer, pool, 10n),
      move(1, tokenB, pool, router, 20n),
      swap(2, pool, router, [10n, 0n, 0n, 20n]),
      move(3, tokenB, router, address('9'), 1n),
      move(4, tokenB, router, other, 19n),
    ])
    expect(trade.receiver).toBe(other)
  })

  test('of a route through two pools is the same for both legs, each leg once and in order', () => {
    const trades = decode([
      move(0, tokenA, signer, pool, 10n),
      move(1, tokenB, pool, second, 20n),
      swap(2, pool, second, [10n, 0n, 0n, 20n]),
      move(3, tokenC, second, other, 30n),
      swap(4, second, other, [20n, 0n, 0n, 30n]),
    ])
    expect(trades).toMatchObject([
      { leg: 0, pool, receiver: other },
      { leg: 1, pool: second, receiver: other, tokenOut: { token: tokenC } },
    ])
  })

  const unwrap = (index: number, raw: bigint): RawLog =>
    log(index, tokenB, ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', topic(router)], [raw])
  const paidToRouter = [move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, router, 20n), swap(2, pool, router, [10n, 0n, 0n, 20n])]

  test('is unknown when a contract unwraps coins without naming a receiver', () => {
    expect(only([...paidToRouter, unwrap(3, 20n)]).receiver).toBeNull()
  })

  test.each(['(address,address,bool)', '(address,address,bool,address)'])('is named by a call with routes of %s', (route) => {
    const abi = parseAbi([`function swapExactTokensForETH(uint256, uint256, ${route}[], address, uint256)`] as readonly string[]) as Abi
    const steps = [[tokenA, tokenB, false, ...(route.endsWith('address)') ? [pool] : [])]]
    const input = encodeFunctionData({ abi, functionName: 'swapExactTokensForETH', args: [10n, 1n, steps, other, 9n] })
    const transaction = { network: 'eth', tx: hash, signer, to: router, input, time: 1, logs: [...paidToRouter, unwrap(3, 20n)] } as const
    expect(decodeLegs(transaction, lookups({}))).toMatchObject([{ receiver: other }])
  })

  test.each([
    ['unwrapWETH9(uint256,address)', [1n, other], other],
    ['unwrapWETH9(uint256)', [1n], signer],
    ['unwrapWETH9WithFee(uint256,address,uint256,address)', [1n, other, 30n, pool], other],
    ['unwrapWETH9WithFee(uint256,uint256,address)', [1n, 30n, pool], signer],
    ['unwrapWNativeToken(uint256,address)', [1n, other], other],
    ['unwrapWNativeTokenWithFee(uint256,address,uint256,address)', [1n, other, 30n, pool], other],
  ])('is named by %s in a bundle', (signature, args, receiver) => {
    const step = encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })
    const input = encodeFunctionData({ abi: parseAbi(['function multicall(bytes[])']), args: [[step]] })
    const transaction = { network: 'eth', tx: hash, signer, to: router, input, time: 1, logs: [...paidToRouter, unwrap(3, 20n)] } as const
    expect(decodeLegs(transaction, lookups({}))).toMatchObject([{ receiver }])
  })

  test('is not the one that receives a fee before the rest is unwrapped', () => {
    expect(only([...paidToRouter, move(3, tokenB, router, other, 1n), unwrap(4, 19n)]).receiver).toBeNull()
  })

  test('is the one that receives the whole amount, whatever else the contract unwraps', () => {
    expect(only([...paidToRouter, unwrap(3, 50n), move(4, tokenB, router, other, 20n)]).receiver).toBe(other)
  })

  test('of two bundled account operations is each account itself, or the address to which it forwards, while the bundler signs', () => {
    const [one, two, friend] = ['a', 'b', 'c'].map(address) as [Address, Address, Address]
    const trades = decode([
      move(0, tokenA, one, pool, 10n),
      move(1, tokenB, pool, one, 20n),
      swap(2, pool, one, [10n, 0n, 0n, 20n]),
      move(3, tokenA, two, pool, 11n),
      move(4, tokenB, pool, two, 21n),
      swap(5, pool, two, [11n, 0n, 0n, 21n]),
      move(6, tokenB, two, friend, 21n),
    ])
    expect(trades).toMatchObject([
      { signer, receiver: one },
      { signer, receiver: friend },
    ])
  })
})
