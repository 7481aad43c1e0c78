import { describe, expect, it } from 'vitest'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { event, key, scene, type Scene } from '../testing/anchor-events.ts'
import type { Leg } from '../venue.ts'
import { LAUNCHPADS } from './launchpads.ts'

const [CURVE, MINT, TRADER, RECEIVER] = [key(1), key(2), key(3), key(4)]

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
