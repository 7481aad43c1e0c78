import { keccak256, toBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../../src-shared/domain/events.ts'
import { address, move, other, pool, router, swap, tokenA, tokenB } from '../../../fixtures/swap-logs.ts'
import type { RawLog } from '../../../transaction/log.ts'
import { settlementsOf } from '../../../venues/settlements.ts'
import { ORDER_EVENTS } from './order-events.ts'
import { decode, event, shown } from './testing/order-logs.ts'

/** Logs encoded with the published events that order-events.ts cites. */

const EXCHANGE = trustedAddress('0xdef1c0ded9bec7f1a1670819833240f027b25eff')
const AUGUSTUS = trustedAddress('0xe92b586627cca7a83dc919cc7127196d70f55a06')
const AIRSWAP = trustedAddress('0xd82fa167727a4dc6d6f55830a2c47abbb4b3a0f8')
const BATCH = trustedAddress('0x9008d19f58aabd9ed0d60971565aa8510560ab41')
const ONE_INCH = trustedAddress('0x111111125421ca6dc452d289314280a0f8842a65')
const LITE_PSM = trustedAddress('0xf6e72db5454dd049d0788e411b06cfaf16853042')
const [USDC, DAI] = [trustedAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'), trustedAddress('0x6b175474e89094c44da98b954eedeac495271d0f')]
const [maker, taker, owner, tokenC] = ['7', '8', '9', 'c'].map(address) as [Address, Address, Address, Address]

const rfq = (index: number, words: readonly (Address | bigint)[], at = EXCHANGE): RawLog =>
  event(index, at, 'RfqOrderFilled(bytes32,address,address,address,address,uint128,uint128,bytes32)', [], [1n, ...words, 0n])

it.each(Object.entries(ORDER_EVENTS))('%s is the topic of its signature', (key, { signature }) => {
  expect(key).toBe(keccak256(toBytes(signature)))
})

describe('a quote of a market maker', () => {
  const paid = [move(1, tokenA, taker, maker, 500n), move(2, tokenB, maker, taker, 40n)]
  const expected = (dex: string): unknown[] => [dex, null, tokenA, 500n, tokenB, 40n, taker, 'sure']

  it.each([
    ['0x', rfq(3, [maker, taker, tokenB, tokenA, 500n, 40n])],
    [
      '0x',
      event(
        3,
        EXCHANGE,
        'OtcOrderFilled(bytes32,address,address,address,address,uint128,uint128)',
        [],
        [1n, maker, taker, tokenB, tokenA, 40n, 500n],
      ),
    ],
    [
      'ParaSwap',
      event(3, AUGUSTUS, 'OrderFilled(bytes32,address,address,uint256,address,address,uint256)', [1n, maker, taker], [tokenB, 40n, tokenA, 500n]),
    ],
    [
      'AirSwap',
      event(
        3,
        AIRSWAP,
        'SwapERC20(uint256,address,address,uint256,uint256,address,address,uint256)',
        [1n, maker, taker],
        [tokenB, 40n, 5n, tokenA, 500n],
      ),
    ],
    [
      'AirSwap',
      event(
        3,
        AIRSWAP,
        'Swap(uint256,uint256,address,address,uint256,uint256,address,address,uint256)',
        [1n, maker, taker],
        [9n, tokenB, 40n, 7n, tokenA, 500n],
      ),
    ],
  ] as const)('of %s is the trade of the taker, without a pool', (dex, filled) => {
    expect(decode(...paid, filled).trades.map(shown)).toEqual([expected(dex)])
  })

  it('is read only from listed contracts', () => {
    expect(decode(...paid, rfq(3, [maker, taker, tokenB, tokenA, 500n, 40n], other))).toEqual({ trades: [], warnings: [] })
  })

  it('is a hop of a route, whose first receiver is the last', () => {
    const { trades } = decode(
      move(1, tokenA, taker, pool, 500n),
      move(2, tokenB, pool, router, 40n),
      swap(3, pool, router, [500n, 0n, 0n, 40n]),
      move(4, tokenB, router, maker, 40n),
      move(5, tokenC, maker, router, 7n),
      rfq(6, [maker, router, tokenC, tokenB, 40n, 7n]),
      move(7, tokenC, router, taker, 7n),
    )
    expect(trades.map(({ dex, receiver }) => [dex, receiver])).toEqual([
      ['Test', taker],
      ['0x', taker],
    ])
  })

  it('names the taker of coins that the contract unwraps', () => {
    const filled = rfq(3, [maker, taker, tokenB, tokenA, 500n, 40n])
    expect(decode(move(1, tokenA, taker, maker, 500n), move(2, tokenB, maker, EXCHANGE, 40n), filled).trades.map(({ receiver }) => receiver)).toEqual(
      [taker],
    )
  })

  it('that states nothing, or nothing on one side, is a warning', () => {
    expect(decode(rfq(3, [maker, taker, tokenB, tokenA, 0n, 40n]))).toEqual({ trades: [], warnings: ['swap_one_sided'] })
    expect(decode(event(3, EXCHANGE, ORDER_EVENTS[Object.keys(ORDER_EVENTS)[0] as string]?.signature ?? '', [], [1n]))).toEqual({
      trades: [],
      warnings: ['swap_unreadable'],
    })
  })
})

describe('an order that anyone may fill', () => {
  const limit = (index: number): RawLog =>
    event(
      index,
      EXCHANGE,
      'LimitOrderFilled(bytes32,address,address,address,address,address,uint128,uint128,uint128,uint256,bytes32)',
      [],
      [1n, maker, router, other, tokenA, tokenB, 40n, 500n, 0n, 0n, 0n],
    )

  it('is a trade if the taker gave its own tokens', () => {
    const { trades } = decode(move(1, tokenB, router, maker, 40n), move(2, tokenA, maker, router, 500n), limit(3))
    expect(trades.map(shown)).toEqual([['0x', null, tokenB, 40n, tokenA, 500n, router, 'sure']])
  })

  it('is no second trade if a pool served it: the pool’s leg is the maker’s', () => {
    const { trades, warnings } = decode(
      move(1, tokenA, maker, router, 500n),
      move(2, tokenA, router, pool, 490n),
      move(3, tokenB, pool, router, 40n),
      swap(4, pool, router, [490n, 0n, 0n, 40n]),
      move(5, tokenB, router, maker, 40n),
      limit(6),
    )
    expect([trades.map(({ dex, receiver }) => [dex, receiver]), warnings]).toEqual([[['Test', maker]], []])
  })
})

describe('an order of a batch', () => {
  const settled = (index: number, sold: Address, bought: Address | bigint, amounts: readonly [bigint, bigint]): RawLog =>
    event(index, BATCH, 'Trade(address,address,address,uint256,uint256,uint256,bytes)', [owner], [sold, bought, ...amounts, 0n, 192n, 0n])

  it('is a trade of its owner if no pool traded its tokens', () => {
    const logs = [settled(1, tokenA, tokenB, [500n, 40n]), move(2, tokenA, owner, BATCH, 500n), move(3, tokenB, BATCH, owner, 40n)]
    expect(decode(...logs).trades.map(shown)).toEqual([['CoW Protocol', null, tokenA, 500n, tokenB, 40n, owner, 'sure']])
  })

  it('states the coin by a placeholder, and nobody knows who got it', () => {
    const logs = [settled(1, tokenA, BigInt(`0x${'ee'.repeat(20)}`), [500n, 40n]), move(2, tokenA, owner, BATCH, 500n)]
    expect(decode(...logs).trades.map(shown)).toEqual([['CoW Protocol', null, tokenA, 500n, NATIVE, 40n, null, 'likely']])
  })

  it('is no second trade if a pool sold the token, and does not end the pool’s route', () => {
    const { trades, warnings } = decode(
      settled(1, tokenA, tokenB, [500n, 40n]),
      settled(2, tokenC, USDC, [6n, 5n]),
      move(3, tokenA, owner, BATCH, 500n),
      move(4, tokenC, taker, BATCH, 6n),
      move(5, tokenA, BATCH, pool, 500n),
      move(6, tokenB, pool, BATCH, 40n),
      swap(7, pool, BATCH, [500n, 0n, 0n, 40n]),
      move(8, tokenB, BATCH, owner, 40n),
      move(9, USDC, BATCH, taker, 5n),
    )
    expect(trades.map(({ dex, receiver }) => [dex, receiver])).toEqual([
      ['CoW Protocol', taker],
      ['Test', owner],
    ])
    expect(warnings).toEqual([])
  })

  it('is a warning if pools traded only one of its tokens', () => {
    const { trades, warnings } = decode(
      settled(1, tokenC, tokenB, [6n, 40n]),
      move(2, tokenC, owner, BATCH, 6n),
      move(3, tokenA, BATCH, pool, 500n),
      move(4, tokenB, pool, BATCH, 40n),
      swap(5, pool, BATCH, [500n, 0n, 0n, 40n]),
      move(6, tokenB, BATCH, owner, 40n),
    )
    expect([trades.map(({ dex }) => dex), warnings]).toEqual([['Test'], ['exchange_undecoded']])
  })
})

describe('an order whose event does not state what was exchanged', () => {
  const filled = (index: number): RawLog => event(index, ONE_INCH, 'OrderFilled(bytes32,uint256)', [], [1n, 0n])

  it('is a warning', () => {
    expect(decode(move(1, tokenA, taker, maker, 500n), move(2, tokenB, maker, taker, 40n), filled(3))).toEqual({
      trades: [],
      warnings: ['exchange_undecoded'],
    })
  })

  it('is none if legs trade all tokens that moved', () => {
    const { warnings } = decode(
      move(1, tokenA, maker, pool, 500n),
      move(2, tokenB, pool, maker, 40n),
      swap(3, pool, maker, [500n, 0n, 0n, 40n]),
      filled(4),
    )
    expect(warnings).toEqual([])
  })
})

describe('a peg module', () => {
  const vault = settlementsOf('eth').get(LITE_PSM)?.peg?.vault as Address

  it('gives dai for the gem less the fee', () => {
    const sold = event(3, LITE_PSM, 'SellGem(address,uint256,uint256)', [taker], [5n, 2n])
    const logs = [move(1, USDC, taker, vault, 5n), move(2, DAI, LITE_PSM, taker, 4_999_999_999_998n), sold]
    expect(decode(...logs).trades.map(shown)).toEqual([['Maker', null, USDC, 5n, DAI, 4_999_999_999_998n, taker, 'sure']])
  })

  it('takes dai for the gem and the fee on top', () => {
    const bought = event(3, LITE_PSM, 'BuyGem(address,uint256,uint256)', [taker], [5n, 2n])
    const logs = [move(1, DAI, taker, LITE_PSM, 5_000_000_000_002n), move(2, USDC, vault, taker, 5n), bought]
    expect(decode(...logs).trades.map(shown)).toEqual([['Maker', null, DAI, 5_000_000_000_002n, USDC, 5n, taker, 'sure']])
  })
})
