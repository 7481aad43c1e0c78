import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../../src-shared/domain/address.ts'
import { address, log, move, other, pool, router, swap, tokenA, tokenB } from '../../../fixtures/swap-logs.ts'
import type { RawLog } from '../../../transaction/log.ts'
import { decode, event, shown } from './testing/order-logs.ts'

/** Orders whose events state only a part of the exchange, or nothing. */

const ONE_INCH = trustedAddress('0x111111125421ca6dc452d289314280a0f8842a65')
const [maker, taker, tokenC] = ['7', '8', 'c'].map(address) as [Address, Address, Address]

describe('a fill of 0x Settler, whose log without topics states only what the maker gave', () => {
  /** A hash and 16 bytes: https://github.com/0xProject/0x-settler/blob/master/src/core/RfqOrderSettlement.sol (`_logRfqOrder`). */
  const given = (index: number, raw: bigint): RawLog => ({
    ...log(index, router, [], []),
    data: `0x${'ab'.repeat(32)}${raw.toString(16).padStart(32, '0')}`,
  })
  const paid = [move(1, tokenA, taker, maker, 500n), move(2, tokenB, maker, taker, 40n)]

  it('is a trade: the maker gave that amount, and what it was paid moved too', () => {
    const { trades, warnings } = decode(...paid, given(3, 40n))
    expect([trades.map(shown), warnings]).toEqual([[['0x', null, tokenA, 500n, tokenB, 40n, taker, 'sure']], []])
  })

  it('is a hop of a route', () => {
    const { trades } = decode(
      move(1, tokenA, taker, pool, 500n),
      move(2, tokenB, pool, router, 40n),
      swap(3, pool, router, [500n, 0n, 0n, 40n]),
      move(4, tokenB, router, maker, 40n),
      move(5, tokenC, maker, router, 7n),
      given(6, 7n),
      move(7, tokenC, router, taker, 7n),
    )
    expect(trades.map(({ dex, tokenIn, tokenOut, receiver }) => [dex, tokenIn.raw, tokenOut.raw, receiver])).toEqual([
      ['Test', 500n, 40n, taker],
      ['0x', 40n, 7n, taker],
    ])
  })

  it('is paid by what moved since the fill before', () => {
    const { trades } = decode(...paid, given(3, 40n), move(4, tokenC, router, maker, 6n), move(5, tokenB, maker, taker, 30n), given(6, 30n))
    expect(trades.map(({ tokenIn, tokenOut }) => [tokenIn.token, tokenIn.raw, tokenOut.raw])).toEqual([
      [tokenA, 500n, 40n],
      [tokenC, 6n, 30n],
    ])
  })

  it('is a warning if the movements do not show both sides', () => {
    expect(decode(...paid, given(3, 41n))).toEqual({ trades: [], warnings: ['exchange_undecoded'] })
    expect(decode(move(1, tokenA, taker, maker, 500n), given(2, 7n), move(3, tokenB, maker, taker, 40n), given(4, 40n))).toEqual({
      trades: [],
      warnings: ['exchange_undecoded'],
    })
  })

  it('is not read from logs of another length', () => {
    const exit = { ...given(3, 40n), data: `0x${'ab'.repeat(76)}` } as RawLog
    expect(decode(...paid, exit)).toEqual({ trades: [], warnings: [] })
  })
})

describe('an RFQ order of 1inch, whose event states only what the maker gave', () => {
  const given = (index: number, raw: bigint): RawLog => event(index, ONE_INCH, 'OrderFilledRFQ(bytes32,uint256)', [], [1n, raw])

  it('is a trade beside pools that trade the same tokens in the same direction', () => {
    const { trades, warnings } = decode(
      move(1, tokenB, maker, taker, 400n),
      move(2, tokenA, taker, maker, 5000n),
      given(3, 400n),
      move(4, tokenA, taker, pool, 500n),
      move(5, tokenB, pool, taker, 40n),
      swap(6, pool, taker, [500n, 0n, 0n, 40n]),
    )
    expect(trades.map(({ dex, tokenIn, tokenOut, receiver }) => [dex, tokenIn.raw, tokenOut.raw, receiver])).toEqual([
      ['1inch', 5000n, 400n, taker],
      ['Test', 500n, 40n, taker],
    ])
    expect(warnings).toEqual([])
  })

  it('is no second trade if a pool served it', () => {
    const { trades, warnings } = decode(
      move(1, tokenA, maker, router, 500n),
      move(2, tokenA, router, pool, 490n),
      move(3, tokenB, pool, router, 40n),
      swap(4, pool, router, [490n, 0n, 0n, 40n]),
      move(5, tokenB, router, maker, 40n),
      given(6, 500n),
    )
    expect([trades.map(({ dex }) => dex), warnings]).toEqual([['Test'], []])
  })

  it('is a warning if the movements do not show both sides', () => {
    expect(decode(move(1, tokenA, taker, maker, 500n), move(2, tokenB, maker, taker, 40n), given(3, 41n))).toEqual({
      trades: [],
      warnings: ['exchange_undecoded'],
    })
  })
})

describe('a swap of Ekubo, whose log without topics names no token', () => {
  const [core] = ['0x00000000000014aa86c5d3c41765bb24e11bd701'].map(trustedAddress) as [Address]
  /** Caller, id of the pool, amounts, and state: https://github.com/EkuboProtocol/evm-contracts (`Core.sol`). */
  const swapped = (index: number, at: Address): RawLog => ({ ...log(index, at, [], []), data: `0x${'cd'.repeat(20 + 32 + 32 + 32)}` })
  const paid = [move(1, tokenA, taker, core, 500n), move(2, tokenB, core, taker, 40n)]

  it('is a warning', () => {
    expect(decode(...paid, swapped(3, core))).toEqual({ trades: [], warnings: ['exchange_undecoded'] })
  })

  it('is none from another contract', () => {
    expect(decode(...paid, swapped(3, other))).toEqual({ trades: [], warnings: [] })
  })
})
