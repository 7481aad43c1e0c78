import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../encoding/base58.ts'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { CLMM_ROUTER_SWAPS } from '../raydium/clmm-router.ts'
import type { Leg, SwapContext } from '../venue.ts'
import { LAUNCHPADS } from './launchpads.ts'

/*
 * Readers of events without a recorded transaction in the tree. The events are built here from the names and fields of the IDLs that the readers
 * cite, and their discriminators by Anchor's rule (https://www.anchor-lang.com/docs/basics/idl). That a program emits them so is not proved.
 */

const key = (n: number): string => encodeBase58(new Uint8Array(32).fill(n))
const [CURVE, MINT, TRADER, RECEIVER, OTHER_MINT] = [key(1), key(2), key(3), key(4), key(5)]

type Field = { readonly u64: bigint } | { readonly u8: number } | { readonly key: string } | { readonly skip: number }

function event(name: string, fields: readonly Field[]): Uint8Array {
  const parts = fields.map((field) => {
    if ('key' in field) return decodeBase58(field.key) ?? new Uint8Array()
    if ('skip' in field) return new Uint8Array(field.skip)
    if ('u8' in field) return Uint8Array.of(field.u8)
    return new Uint8Array(new BigUint64Array([field.u64]).buffer)
  })
  return Buffer.concat([createHash('sha256').update(`event:${name}`).digest().subarray(0, 8), ...parts])
}

interface Scene {
  readonly events: readonly Uint8Array[]
  readonly accounts?: readonly string[]
  readonly movements?: readonly { mint: string; raw: bigint; fromOwner?: string; toOwner?: string; withheld?: bigint | null }[]
  readonly lamportChange?: bigint
}

const scene = ({ events, accounts = [], movements = [], lamportChange = 0n }: Scene): SwapContext =>
  ({
    tx: { keys: accounts, lamportChange: () => lamportChange },
    instruction: { accounts: { at: (place: number) => place, name: (place: number) => accounts[place] } },
    movements,
    events,
  }) as unknown as SwapContext

function read(dex: string, input: Scene): readonly Leg[] {
  const venue = LAUNCHPADS.find((one) => one.dex === dex)
  const isKnown = (body: Uint8Array): boolean =>
    venue?.events?.some(({ discriminator }) => discriminator.every((byte, n) => byte === body[n])) ?? false
  expect(input.events.every(isKnown)).toBe(true)
  return venue?.read?.(scene(input)) ?? []
}

describe('a trade on Moonshot', () => {
  const accounts = [TRADER, key(8), CURVE, key(8), key(8), key(8), MINT]
  const trade = (type: number): Uint8Array =>
    event('TradeEvent', [
      { u64: 5_000n },
      { u64: 90n },
      { u64: 2n },
      { u64: 1n },
      { u64: 7n },
      { key: CURVE },
      { key: WRAPPED_SOL },
      { key: TRADER },
      { u8: type },
    ])

  it('is a purchase or a sale with the fees of both parties', () => {
    const movements = [{ mint: MINT, raw: 5_000n }]
    expect(read('moonshot', { events: [trade(0)], accounts, movements, lamportChange: 90n })).toEqual([
      {
        pool: CURVE,
        in: { mint: WRAPPED_SOL, raw: 90n, withheld: null },
        out: { mint: MINT, raw: 5_000n, withheld: null },
        trader: TRADER,
        receiver: TRADER,
        fees: { in: 3n, out: 0n },
        byEvent: true,
        confirmed: true,
      },
    ])
    expect(read('moonshot', { events: [trade(1)], accounts, movements, lamportChange: -90n })).toMatchObject([
      { in: { mint: MINT, raw: 5_000n }, out: { mint: WRAPPED_SOL, raw: 90n }, fees: { in: 0n, out: 3n }, confirmed: true },
    ])
  })

  it('is unconfirmed if the balances say otherwise, and none if the event is cut', () => {
    expect(read('moonshot', { events: [trade(0)], accounts, movements: [{ mint: MINT, raw: 5_000n }], lamportChange: 89n })).toMatchObject([
      { confirmed: false },
    ])
    expect(read('moonshot', { events: [trade(0).subarray(0, 60)], accounts })).toEqual([])
  })
})

describe('a trade on Boop', () => {
  const accounts = [MINT, CURVE]
  const trade = (name: string): Uint8Array =>
    event(name, [{ key: MINT }, { u64: 400n }, { u64: 9n }, { u64: 4n }, { key: TRADER }, { key: RECEIVER }])

  it('pays SOL for tokens, or tokens for SOL', () => {
    const bought = { events: [trade('TokenBoughtEvent')], accounts, movements: [{ mint: MINT, raw: 9n }], lamportChange: 400n }
    expect(read('boop', bought)).toMatchObject([
      {
        pool: CURVE,
        in: { mint: WRAPPED_SOL, raw: 400n },
        out: { mint: MINT, raw: 9n },
        trader: TRADER,
        receiver: RECEIVER,
        fees: { in: 4n, out: 0n },
        confirmed: true,
      },
    ])
    const sold = { events: [trade('TokenSoldEvent')], accounts, movements: [{ mint: MINT, raw: 400n }], lamportChange: -9n }
    expect(read('boop', sold)).toMatchObject([
      { in: { mint: MINT, raw: 400n }, out: { mint: WRAPPED_SOL, raw: 9n }, fees: { in: 0n, out: 4n }, confirmed: true },
    ])
  })

  it('is none if the event is cut', () => expect(read('boop', { events: [trade('TokenSoldEvent').subarray(0, 90)], accounts })).toEqual([]))
})

describe('a swap through several pools of Raydium CLMM', () => {
  const hop = (pool: string, zero: bigint, one: bigint, zeroForOne: number): Uint8Array =>
    event('SwapEvent', [{ key: pool }, { skip: 96 }, { u64: zero }, { u64: 1n }, { u64: one }, { u64: 0n }, { u8: zeroForOne }])
  const legs = (input: Scene): readonly Leg[] => CLMM_ROUTER_SWAPS.flatMap((swap) => swap.read?.(scene(input)) ?? [])

  it('has a leg for each hop whose transfers are found', () => {
    const [first, second] = [key(6), key(7)]
    const movements = [
      { mint: MINT, raw: 101n, fromOwner: TRADER, toOwner: first, withheld: 1n },
      { mint: WRAPPED_SOL, raw: 50n, fromOwner: first, toOwner: TRADER, withheld: null },
      { mint: WRAPPED_SOL, raw: 50n, fromOwner: TRADER, toOwner: second, withheld: null },
      { mint: OTHER_MINT, raw: 8n, fromOwner: second, toOwner: RECEIVER, withheld: null },
    ]
    expect(legs({ events: [hop(first, 100n, 50n, 1), hop(second, 8n, 50n, 0)], movements })).toMatchObject([
      { pool: first, in: { mint: MINT, raw: 101n, withheld: 1n }, out: { mint: WRAPPED_SOL, raw: 50n }, trader: TRADER, receiver: TRADER },
      { pool: second, in: { mint: WRAPPED_SOL, raw: 50n }, out: { mint: OTHER_MINT, raw: 8n }, trader: TRADER, receiver: RECEIVER },
    ])
    expect(legs({ events: [hop(first, 100n, 51n, 1), hop(second, 8n, 50n, 0).subarray(0, 130)], movements })).toEqual([])
  })
})
