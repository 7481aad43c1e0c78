import { describe, expect, it } from 'vitest'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { event, key, scene, type Scene } from '../testing/anchor-events.ts'
import type { Leg } from '../venue.ts'
import { CLMM_ROUTER_SWAPS } from './clmm-router.ts'

const [MINT, TRADER, RECEIVER, OTHER_MINT] = [key(1), key(2), key(3), key(4)]

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
