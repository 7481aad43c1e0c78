import { encodeAbiParameters, encodeEventTopics, keccak256, parseAbi, toBytes, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type DecodeWarning, type Trade } from '../../../../../src-shared/domain/events.ts'
import { TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import type { RawLog } from '../../transaction/log.ts'
import { SWAP_EVENTS } from './events.ts'
import { decodeLegs } from './legs.ts'
import { REPORTED_EVENTS } from './reported-swaps.ts'

/**
 * Events encoded with their public ABIs. This proves that fields are read where the ABI puts them and that a leg is checked against the movements; it
 * does not prove that the venues' contracts emit them this way. decode-transaction.test.ts covers Curve, Balancer v2, Uniswap v1, Clipper,
 * KyberSwap Classic, Pendle and Spark's PSM with recorded transactions; there are no recordings of the other venues.
 */

const address = (digit: string): Address => trustedAddress(`0x${digit.repeat(40)}`)
const [tokenA, tokenB, pool, router, signer, asset] = ['1', '2', '3', '4', '5', '6'].map(address) as [
  Hex & Address,
  Hex & Address,
  Hex & Address,
  Hex & Address,
  Hex & Address,
  Hex & Address,
]
const hash = `0x${'ab'.repeat(32)}` as const
const raw = (index: number, from: Address, topics: Hex[], data: Hex): RawLog => ({
  ...{ address: from, topics, data, blockNumber: 7, blockHash: hash, transactionHash: hash, transactionIndex: 1, logIndex: index },
  removed: false,
  blockTimestamp: null,
})
const pad = (of: Address): Hex => `0x${of.slice(2).padStart(64, '0')}`
const move = (index: number, token: Address, from: Address, to: Address, amount: bigint): RawLog =>
  raw(index, token, [TRANSFER_TOPIC, pad(from), pad(to)], `0x${amount.toString(16).padStart(64, '0')}`)

/** A log of an event given by its declaration and the values of its fields in order. */
function written(index: number, from: Address, declaration: string, values: readonly unknown[]): RawLog {
  const [event] = parseAbi([declaration] as readonly string[]) as readonly {
    name: string
    inputs: readonly { indexed?: boolean; type: string; name: string }[]
  }[]
  if (event === undefined) throw new Error('no event')
  const indexed = event.inputs.map((input, i) => ({ input, value: values[i] }))
  const topics = encodeEventTopics({
    abi: [event],
    eventName: event.name,
    args: indexed.filter(({ input }) => input.indexed).map(({ value }) => value),
  } as never)
  const plain = indexed.filter(({ input }) => input.indexed !== true)
  return raw(
    index,
    from,
    topics as Hex[],
    encodeAbiParameters(
      plain.map(({ input }) => input),
      plain.map(({ value }) => value),
    ),
  )
}

function decode(logs: readonly RawLog[], listed: Address | null = null): (Trade | DecodeWarning)[] {
  return decodeLegs(
    { network: 'eth', tx: hash, signer, to: router, input: null, time: 1, logs },
    {
      ...{
        pool: () => null,
        venue: () => null,
        launchpad: () => null,
        settlement: () => null,
        decimals: () => null,
        vault: (manager: Address) => manager,
        isGenuinePair: () => false,
      },
      listed: (contract) => (contract === listed ? { dex: 'Listed', version: '9' } : null),
    },
  )
}

const sides = (holder: Address): RawLog[] => [move(0, tokenA, signer, holder, 10n), move(1, tokenB, holder, signer, 20n)]
const exact = { receiver: signer, confidence: 'sure', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } }
const both = (x: bigint, y: bigint): Hex => `0x${((y << 128n) | x).toString(16).padStart(64, '0')}`

test.each(Object.entries({ ...SWAP_EVENTS, ...REPORTED_EVENTS }))('%s is the hash of the signature beside it', (topic, event) => {
  expect(keccak256(toBytes(event.signature))).toBe(topic)
})

describe('a venue whose event reports the amounts', () => {
  test.each<[string, string, string, readonly unknown[]]>([
    [
      'curve-fork',
      '1',
      'event TokenExchange(address indexed buyer, int128 sold_id, uint256 sold, int128 bought_id, uint256 bought)',
      [router, 1n, 10n, 0n, 20n],
    ],
    [
      'curve-fork',
      '1-underlying',
      'event TokenExchangeUnderlying(address indexed buyer, int128 sold_id, uint256 sold, int128 bought_id, uint256 bought)',
      [router, 1n, 10n, 0n, 20n],
    ],
    [
      'curve-fork',
      '2',
      'event TokenExchange(address indexed buyer, uint256 sold_id, uint256 sold, uint256 bought_id, uint256 bought)',
      [router, 1n, 10n, 0n, 20n],
    ],
    [
      'curve-fork',
      '2-ng',
      'event TokenExchange(address indexed buyer, uint256 sold_id, uint256 sold, uint256 bought_id, uint256 bought, uint256 fee, uint256 packed_price_scale)',
      [router, 1n, 10n, 0n, 20n, 3n, 4n],
    ],
    [
      'dodo-fork',
      '2',
      'event DODOSwap(address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, address trader, address receiver)',
      [tokenA, tokenB, 10n, 20n, router, signer],
    ],
    ['dodo-fork', '1', 'event SellBaseToken(address indexed seller, uint256 payBase, uint256 receiveQuote)', [router, 10n, 20n]],
    ['dodo-fork', '1', 'event BuyBaseToken(address indexed buyer, uint256 receiveBase, uint256 payQuote)', [router, 20n, 10n]],
    [
      'balancer-v1-fork',
      '1',
      'event LOG_SWAP(address indexed caller, address indexed tokenIn, address indexed tokenOut, uint256 tokenAmountIn, uint256 tokenAmountOut)',
      [router, tokenA, tokenB, 10n, 20n],
    ],
    [
      'clipper-fork',
      '1',
      'event Swapped(address indexed inAsset, address indexed outAsset, address indexed recipient, uint256 inAmount, uint256 outAmount, bytes auxiliaryData)',
      [tokenA, tokenB, signer, 10n, 20n, '0x'],
    ],
    [
      'defiplaza-fork',
      '1',
      'event Swapped(address sender, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount)',
      [router, tokenA, tokenB, 10n, 20n],
    ],
    [
      'saddle-fork',
      '1',
      'event TokenSwap(address indexed buyer, uint256 tokensSold, uint256 tokensBought, uint128 soldId, uint128 boughtId)',
      [router, 10n, 20n, 1n, 0n],
    ],
    [
      'pendle-fork',
      '2',
      'event Swap(address indexed caller, address indexed receiver, int256 netPtOut, int256 netSyOut, uint256 netSyFee, uint256 netSyToReserve)',
      [router, signer, 20n, -10n, 1n, 1n],
    ],
    [
      'pendle-fork',
      '2',
      'event Swap(address indexed caller, address indexed receiver, int256 netPtOut, int256 netSyOut, uint256 netSyFee, uint256 netSyToReserve)',
      [router, signer, -10n, 20n, 1n, 1n],
    ],
    [
      'kyberswap-classic-fork',
      '1',
      'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to, uint256 feeInPrecision)',
      [router, 10n, 0n, 0n, 20n, signer, 3n],
    ],
    [
      'woofi-fork',
      '2',
      'event WooSwap(address indexed fromToken, address indexed toToken, uint256 fromAmount, uint256 toAmount, address from, address indexed to, address rebateTo, uint256 swapVol, uint256 swapFee)',
      [tokenA, tokenB, 10n, 20n, router, signer, router, 1n, 1n],
    ],
    [
      'maverick-fork',
      '1',
      'event Swap(address sender, address recipient, bool tokenAIn, bool exactOutput, uint256 amountIn, uint256 amountOut, int32 activeTick)',
      [router, signer, true, false, 10n, 20n, 5],
    ],
    [
      'maverick-fork',
      '2',
      'event PoolSwap(address sender, address recipient, (uint256 amount, bool tokenAIn, bool exactOutput, int32 tickLimit) params, uint256 amountIn, uint256 amountOut)',
      [router, signer, { amount: 10n, tokenAIn: true, exactOutput: false, tickLimit: 5 }, 10n, 20n],
    ],
    [
      'liquidity-book-fork',
      'lb-2.1',
      'event Swap(address indexed sender, address indexed to, uint24 id, bytes32 amountsIn, bytes32 amountsOut, uint24 volatility, bytes32 totalFees, bytes32 protocolFees)',
      [router, signer, 8, both(10n, 0n), both(0n, 20n), 1, both(1n, 0n), both(0n, 0n)],
    ],
    [
      'liquidity-book-fork',
      'lb-2.0',
      'event Swap(address indexed sender, address indexed recipient, uint256 indexed id, bool swapForY, uint256 amountIn, uint256 amountOut, uint256 volatility, uint256 fees)',
      [router, signer, 8n, true, 9n, 20n, 1n, 1n],
    ],
  ])('%s %s: pool, tokens, raw amounts and receiver, borne out by both movements', (dex, dexVersion, declaration, values) => {
    expect(decode([...sides(pool), written(2, pool, declaration, values)])).toMatchObject([
      { ...exact, dex, dexVersion, pool, leg: 0, position: { event: 2 } },
    ])
    const warnings = decode([written(2, pool, declaration, values)])
    expect(warnings).toMatchObject([{ kind: 'decode_warning', code: 'swap_tokens_unknown' }])
  })

  test('a sum of an amount and its fee above uint256 is no exchange', () => {
    const declaration =
      'event Swap(address indexed sender, address indexed recipient, uint256 indexed id, bool swapForY, uint256 amountIn, uint256 amountOut, uint256 volatility, uint256 fees)'
    const swap = written(2, pool, declaration, [router, signer, 8n, true, 2n ** 256n - 1n, 20n, 1n, 1n])
    expect(decode([...sides(pool), swap])).toMatchObject([{ kind: 'decode_warning', code: 'swap_one_sided' }])
  })

  const v2 = 'event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)'
  const v3 =
    'event Swap(address indexed pool, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut, uint256 fee, uint256 feeAmount)'
  const vault = asset
  test('Balancer v2 and v3: the vault names the pool, and a listed vault is trusted when it settles several swaps together', () => {
    const id = `${pool}${'0'.repeat(24)}`
    const swap2 = written(2, vault, v2, [id, tokenA, tokenB, 10n, 20n])
    const swap3 = written(2, vault, v3, [pool, tokenA, tokenB, 10n, 20n, 1n, 1n])
    expect(decode([...sides(vault), swap2], vault)).toMatchObject([{ ...exact, dex: 'Listed', pool }])
    expect(decode([...sides(vault), swap3])).toMatchObject([{ ...exact, dex: 'balancer-v3-fork', dexVersion: '3', pool }])
    expect(decode([swap2], vault)).toMatchObject([{ confidence: 'likely', pool, tokenIn: { raw: 10n }, tokenOut: { raw: 20n } }])
    expect(decode([swap2])).toMatchObject([{ kind: 'decode_warning', code: 'swap_tokens_unknown' }])
  })

  test.each<[string, string, readonly unknown[]]>([
    [
      'wombat-fork',
      'event Swap(address indexed sender, address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, address indexed to)',
      [router, tokenA, tokenB, 10n, 20n, signer],
    ],
    [
      'spark-psm-fork',
      'event Swap(address indexed assetIn, address indexed assetOut, address sender, address indexed receiver, uint256 amountIn, uint256 amountOut, uint256 referralCode)',
      [tokenA, tokenB, router, signer, 10n, 20n, 0n],
    ],
    [
      'hashflow-fork',
      'event Trade(address trader, bytes32 txid, address baseToken, address quoteToken, uint256 baseTokenAmount, uint256 quoteTokenAmount)',
      [signer, hash, tokenA, tokenB, 10n, 20n],
    ],
    [
      'native-fork',
      'event RFQTrade(address recipient, address sellerToken, address buyerToken, uint256 sellerTokenAmount, uint256 buyerTokenAmount, bytes16 quoteId, address signer)',
      [signer, tokenA, tokenB, 10n, 20n, hash.slice(0, 34), router],
    ],
    [
      'native-fork',
      'event PAMMTrade(address recipient, address sellerToken, address buyerToken, uint256 sellerTokenAmount, uint256 buyerTokenAmount, bytes16 quoteId, address signer)',
      [signer, tokenA, tokenB, 10n, 20n, `0x${'00'.repeat(16)}`, router],
    ],
    [
      'native-fork',
      'event Swap(address indexed sender, address indexed recipient, address tokenIn, address tokenOut, int256 amountIn, int256 amountOut, uint256 fee, bytes16 quoteId)',
      [router, signer, tokenA, tokenB, 10n, -20n, 0n, hash.slice(0, 34)],
    ],
    ['fluid-fork', 'event Swap(bool swap0to1, uint256 amountIn, uint256 amountOut, address to)', [true, 10n, 20n, signer]],
    [
      'eulerswap-fork',
      'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, uint112 reserve0, uint112 reserve1, address indexed to)',
      [router, 0n, 10n, 20n, 0n, 1n, 1n, signer],
    ],
  ])('%s: other contracts hold its tokens, and the receiver identifies the payment', (dex, declaration, values) => {
    expect(decode([...sides(asset), written(2, pool, declaration, values)])).toMatchObject([{ ...exact, dex, pool }])
  })

  test('Uniswap v1: one side is the native coin, which leaves no log', () => {
    const bought = written(2, pool, 'event TokenPurchase(address indexed buyer, uint256 indexed eth_sold, uint256 indexed tokens_bought)', [
      signer,
      10n,
      20n,
    ])
    expect(decode([move(1, tokenB, pool, signer, 20n), bought])).toMatchObject([
      { confidence: 'likely', receiver: signer, tokenIn: { token: NATIVE, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } },
    ])
  })

  test('market makers state the native coin by the zero address', () => {
    const zero = address('0')
    const hashflow = 'event Trade(address trader, bytes32 txid, address base, address quote, uint256 baseAmount, uint256 quoteAmount)'
    const native = 'event RFQTrade(address recipient, address sold, address bought, uint256 soldAmount, uint256 boughtAmount, bytes16 id, address by)'
    expect(decode([move(1, tokenB, pool, signer, 20n), written(2, pool, hashflow, [signer, hash, zero, tokenB, 10n, 20n])])).toMatchObject([
      { confidence: 'likely', receiver: signer, tokenIn: { token: NATIVE, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } },
    ])
    const sold = written(2, pool, native, [signer, tokenA, zero, 10n, 20n, hash.slice(0, 34), router])
    expect(decode([move(1, tokenA, signer, pool, 10n), sold])).toMatchObject([
      { confidence: 'likely', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: NATIVE, raw: 20n } },
    ])
    expect(decode([sold])).toMatchObject([{ kind: 'decode_warning', code: 'swap_tokens_unknown' }])
  })

  test('a Liquidity Book swap across three bins is one leg with their sum; another swap of the pool is another leg', () => {
    const bin =
      'event Swap(address indexed sender, address indexed to, uint24 id, bytes32 amountsIn, bytes32 amountsOut, uint24 volatility, bytes32 totalFees, bytes32 protocolFees)'
    const step = (index: number, x: bigint, y: bigint): RawLog =>
      written(index, pool, bin, [router, signer, index, both(x, 0n), both(0n, y), 1, both(0n, 0n), both(0n, 0n)])
    const logs = [move(0, tokenA, signer, pool, 10n), step(1, 3n, 7n), step(2, 3n, 7n), step(3, 4n, 6n), move(4, tokenB, pool, signer, 20n)]
    const again = [move(5, tokenA, signer, pool, 5n), step(6, 5n, 9n), move(7, tokenB, pool, signer, 9n)]
    expect(decode([...logs, ...again])).toMatchObject([
      { ...exact, position: { event: 1 }, leg: 0 },
      { confidence: 'sure', tokenIn: { raw: 5n }, tokenOut: { raw: 9n }, position: { event: 6 }, leg: 1 },
    ])
  })

  test('truncated events and events with only one side are decode warnings', () => {
    const [topic] = Object.keys(REPORTED_EVENTS) as Hex[]
    expect(decode([raw(0, pool, [topic ?? '0x', pad(router)], '0x12')])).toMatchObject([{ code: 'swap_unreadable' }])
    const none = written(2, pool, 'event Swap(bool swap0to1, uint256 amountIn, uint256 amountOut, address to)', [true, 10n, 0n, signer])
    expect(decode([none])).toMatchObject([{ code: 'swap_one_sided' }])
  })
})
