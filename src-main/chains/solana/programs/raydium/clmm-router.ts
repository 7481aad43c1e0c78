import { ByteReader, discriminator } from '../../encoding/byte-reader.ts'
import type { Movement } from '../../transaction/movements.ts'
import { swapInstructions, type Leg, type LegSide, type SwapInstruction, type SwapContext } from '../venue.ts'

/*
 * `swap_router_base_in` of Raydium CLMM and its forks swaps through several pools in one instruction. Its fixed accounts include
 * no pool, but each hop emits the usual SwapEvent with the pool and the amounts
 * (IDL: https://github.com/raydium-io/raydium-idl/blob/master/raydium_clmm/amm_v3.json).
 */

const SWAP_EVENT = discriminator('40c6cde8260871e2')

interface Hop {
  readonly pool: string
  readonly paid: bigint
  readonly got: bigint
}

/** pool_state, sender, two token accounts, amount and transfer fee of each token, direction. */
function readHop(body: Uint8Array): Hop | null {
  const event = new ByteReader(body, SWAP_EVENT.length)
  const pool = event.pubkey()
  const [zero, zeroFee, one, oneFee] = [event.skip(3 * 32).u64(), event.u64(), event.u64(), event.u64()]
  const zeroForOne = event.u8()
  if (pool === null || zero === null || zeroFee === null || one === null || oneFee === null || zeroForOne === null) return null
  return zeroForOne === 1 ? { pool, paid: zero + zeroFee, got: one } : { pool, paid: one + oneFee, got: zero }
}

/** A pool owns its vaults, so the transfers to and from the pool with the event's amounts are the hop's. */
function readHops({ movements, events }: SwapContext): Leg[] {
  return events.flatMap((body) => {
    const hop = readHop(body)
    const paid = movements.find((move) => hop !== null && move.toOwner === hop.pool && move.raw === hop.paid)
    const got = movements.find((move) => hop !== null && move.fromOwner === hop.pool && move.raw === hop.got)
    if (hop === null || !paid?.fromOwner || !got?.toOwner || paid.mint === got.mint) return []
    return [
      { pool: hop.pool, in: side(paid), out: side(got), trader: paid.fromOwner, receiver: got.toOwner, fees: null, byEvent: true, confirmed: true },
    ]
  })
}

const side = ({ mint, raw, withheld }: Movement): LegSide => ({ mint, raw, withheld })

export const CLMM_ROUTER_SWAPS: readonly SwapInstruction[] = swapInstructions({ swap_router_base_in: '457d73daf5baf2c4' }, []).map((swap) => ({
  ...swap,
  read: readHops,
}))
