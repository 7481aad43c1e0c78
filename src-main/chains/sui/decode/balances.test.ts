import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { toTrades, type SwapLeg } from './swaps.ts'
import { decodeTransfers } from './transfers.ts'

/** What follows from the balance changes of a transaction, beside its events. */

const id = (name: string): string => `0x${Buffer.from(name).toString('hex').padStart(64, '0')}`
const nameOf = (address: string | null): string | null =>
  address === null ? null : Buffer.from(address.slice(2), 'hex').toString().replace(/\0/g, '')
const coin = (name: string): string => `${id(name)}::${name.toLowerCase()}::${name}`
const ME = trustedAddress(id('me'))

/** @param changes [owner, coin, amount] */
function transaction(changes: readonly (readonly [string, string, bigint])[] | null, more: Partial<SuiTransaction> = {}): SuiTransaction {
  return {
    ...{ digest: 'tx', checkpoint: 9, index: 1, time: 7, sender: ME, gasOwner: ME, gas: 0n, succeeded: true },
    ...{ events: [], objects: [], objectOwners: new Set() },
    changes: changes?.map(([owner, name, raw]) => ({ owner: trustedAddress(id(owner)), coin: trustedAddress(coin(name)), raw })) ?? null,
    ...more,
  }
}

const leg = (paid: string, rawIn: bigint, got: string, rawOut: bigint, more: Partial<SwapLeg> = {}): SwapLeg => ({
  ...{ coinIn: coin(paid), coinOut: coin(got), rawIn, rawOut, pool: id('pool'), receiver: null },
  venue: { dex: 'dex', version: '1' } as SwapLeg['venue'],
  event: { index: 3, type: '', bytes: null, json: null },
  ...more,
})

describe('transfers', () => {
  const moves = (tx: SuiTransaction, legs: readonly SwapLeg[] = []) =>
    decodeTransfers(tx, legs).map(({ from, to, token, raw, position }) => [
      ...[nameOf(from), nameOf(to), token.split('::').at(-1), raw],
      position.event,
    ])

  it('go into and out of the pools of a swap, by what their events state', () => {
    const tx = transaction([
      ['me', 'A', -100n],
      ['me', 'B', 50n],
    ])
    expect(moves(tx, [leg('A', 100n, 'B', 50n)])).toEqual([
      ['me', 'pool', 'A', 100n, 0],
      ['pool', 'me', 'B', 50n, 1],
    ])
    expect(moves(tx, [leg('A', 60n, 'B', 30n), leg('A', 40n, 'B', 20n)])).toEqual(moves(tx, [leg('A', 100n, 'B', 50n)]))
    expect(moves(tx, [leg('A', 60n, 'B', 30n), leg('A', 40n, 'B', 20n, { pool: id('two') })])).toEqual([
      ['me', 'pool', 'A', 60n, 0],
      ['me', 'two', 'A', 40n, 1],
      ['pool', 'me', 'B', 30n, 2],
      ['two', 'me', 'B', 20n, 3],
    ])
  })

  it('join equal amounts first, then givers and takers in order', () => {
    const tx = transaction([
      ['me', 'A', -30n],
      ['x', 'A', -20n],
      ['y', 'A', 20n],
      ['z', 'A', 25n],
    ])
    expect(moves(tx)).toEqual([
      ['x', 'y', 'A', 20n, 0],
      ['me', 'z', 'A', 25n, 1],
    ])
  })

  it('are mints and burns of what is left, if the treasury of the coin was used', () => {
    const tx = transaction([
      ['me', 'A', -30n],
      ['x', 'A', 10n],
      ['me', 'B', 5n],
    ])
    const treasury = (name: string) => ({
      id: trustedAddress(id('cap')),
      type: `0x${'2'.padStart(64, '0')}::coin::TreasuryCap<${coin(name)}>`,
      created: false,
    })
    expect(moves(tx)).toEqual([['me', 'x', 'A', 10n, 0]])
    expect(moves({ ...tx, objects: [treasury('A')] })).toEqual([
      ['me', 'x', 'A', 10n, 0],
      ['me', '', 'A', 20n, 1],
    ])
    expect(moves({ ...tx, objects: [treasury('B')] })).toEqual([
      ['me', 'x', 'A', 10n, 0],
      ['', 'me', 'B', 5n, 1],
    ])
  })

  it('are burns of a burn-only supply, which is inside the Currency, and mints of a new fixed supply', () => {
    const currency = (name: string, created: boolean) => ({
      id: trustedAddress(id('currency')),
      type: `0x${'2'.padStart(64, '0')}::coin_registry::Currency<${coin(name)}>`,
      created,
    })
    const published = { id: trustedAddress(id('B')), type: null, created: true }
    const burned = transaction([['me', 'A', -30n]], { objects: [currency('A', false)] })
    const minted = transaction([['me', 'B', 5n]], { objects: [currency('B', true), published] })
    expect(moves(burned)).toEqual([['me', '', 'A', 30n, 0]])
    expect(moves(minted)).toEqual([['', 'me', 'B', 5n, 0]])
    expect(moves({ ...minted, objects: [currency('B', false)] })).toEqual([])
    expect(moves({ ...minted, objects: [currency('B', true)] })).toEqual([])
  })

  it('leave gas out, and are none where the changes are unknown', () => {
    const sui = { owner: ME, coin: SUI_COIN, raw: -5n }
    expect(decodeTransfers(transaction([], { changes: [sui], gas: 5n }), [])).toEqual([])
    expect(decodeTransfers(transaction(null), [leg('A', 1n, 'B', 1n)])).toEqual([])
  })
})

describe('the receiver of a trade', () => {
  const receivers = (changes: Parameters<typeof transaction>[0], ...legs: readonly SwapLeg[]) =>
    toTrades(transaction(changes), legs).map(({ receiver }) => nameOf(receiver))
  const sale = leg('A', 100n, 'B', 50n)
  const named = leg('A', 100n, 'B', 50n, { receiver: id('x') })
  const paid = ['me', 'A', -100n] as const

  it('is who the event names if that one gained, else the sender, else the only one who did', () => {
    const got = (...owners: string[]) => owners.map((owner) => [owner, 'B', 25n] as const)
    expect(receivers([paid, ...got('me', 'x')], named)).toEqual(['x'])
    expect(receivers([paid, ...got('me', 'y')], named)).toEqual(['me'])
    expect(receivers([paid, ...got('y')], named)).toEqual(['y'])
    expect(receivers([paid, ...got('y', 'z')], named)).toEqual([null])
    expect(receivers([paid], sale)).toEqual([null])
    expect(receivers([paid, ['y', 'B', -5n]], sale)).toEqual([null])
    expect(receivers(null, sale)).toEqual(['me'])
    expect(receivers(null, named)).toEqual(['x'])
  })

  it('is at the end of a route for each of its legs', () => {
    const route = [sale, leg('B', 50n, 'C', 20n), leg('X', 1n, 'Y', 1n)]
    expect(receivers([paid, ['y', 'C', 20n]], ...route)).toEqual(['y', 'y', null])
    expect(receivers([paid], leg('A', 9n, 'B', 9n), leg('B', 9n, 'A', 9n))).toEqual([null, null])
  })
})

it('a trade is sure if the balances of both coins agree with the events', () => {
  const sure = (changes: Parameters<typeof transaction>[0], ...legs: readonly SwapLeg[]) =>
    toTrades(transaction(changes), legs).map(({ confidence }) => confidence)
  const sale = leg('A', 100n, 'B', 50n)
  expect(
    sure(
      [
        ['me', 'A', -100n],
        ['me', 'B', 50n],
      ],
      sale,
    ),
  ).toEqual(['sure'])
  expect(
    sure(
      [
        ['me', 'A', -99n],
        ['me', 'B', 50n],
      ],
      sale,
    ),
  ).toEqual(['likely'])
  expect(
    sure(
      [
        ['me', 'A', -100n],
        ['me', 'B', 49n],
      ],
      sale,
    ),
  ).toEqual(['likely'])
  expect(
    sure(
      [
        ['me', 'A', -100n],
        ['x', 'C', 20n],
      ],
      sale,
      leg('B', 50n, 'C', 20n),
    ),
  ).toEqual(['sure', 'sure'])
  expect(sure(null, sale)).toEqual(['likely'])
})

describe('a trade of an unknown venue', () => {
  const event = { index: 4, type: `${id('dex')}::pool::SwapEvent`, bytes: null, json: null }
  const inferred = (changes: Parameters<typeof transaction>[0], events = [event]) =>
    toTrades(transaction(changes, { events }), []).map(({ tokenIn, tokenOut, source, confidence, receiver, position }) => [
      ...[tokenIn.token, tokenIn.raw, tokenOut.token, tokenOut.raw, source, confidence],
      ...[nameOf(receiver), position.event],
    ])

  it('is what the sender gave and got, if that is one coin each', () => {
    const changes = [
      ['me', 'A', -7n],
      ['me', 'B', 3n],
      ['x', 'C', 9n],
    ] as const
    expect(inferred(changes)).toEqual([[coin('A'), 7n, coin('B'), 3n, 'balances', 'guess', 'me', 4]])
    expect(inferred([...changes, ['me', 'C', 1n]])).toEqual([])
    expect(inferred([...changes, ['me', 'C', -1n]])).toEqual([])
    expect(inferred(changes.slice(1))).toEqual([])
    expect(inferred(changes.slice(0, 1))).toEqual([])
    expect(inferred(null)).toEqual([])
  })

  it('is not the purchase of a stake token, which the aggregator of Cetus reports like a swap', () => {
    const type = '0xf2fcea41dc217385019828375764fa06d9bd25e8e4726ba1962680849fb8d613::alphafi::AlphafiSwapEvent'
    expect(
      inferred(
        [
          ['me', 'A', -7n],
          ['me', 'B', 3n],
        ],
        [{ ...event, type }],
      ),
    ).toEqual([])
  })

  it('needs an event that is named like one', () => {
    expect(
      inferred(
        [
          ['me', 'A', -7n],
          ['me', 'B', 3n],
        ],
        [{ ...event, type: `${id('dex')}::pool::Deposit` }],
      ),
    ).toEqual([])
  })
})
