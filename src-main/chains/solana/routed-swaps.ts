import type { DecodableTransaction } from './call.ts'
import { endOf } from './instruction.ts'
import { venueOf } from './programs/registry.ts'
import type { Leg, Venue } from './programs/venue.ts'
import type { ReadSwap } from './read-swap.ts'
import type { RouteHop } from './routes.ts'
import type { Movement } from './transfers.ts'
import { UNKNOWN_DEX } from './unknown-venue.ts'

/**
 * Hops through venues whose instructions nobody here reads: a router names the venue and both amounts, and just these amounts
 * moved inside calls of that venue. Which account is the pool stays open.
 */
export function routedSwaps(
  tx: DecodableTransaction,
  movements: readonly Movement[],
  hops: readonly RouteHop[],
  read: readonly ReadSwap[],
): ReadSwap[] {
  const known = new Set(read.map(({ venue }) => venue.program))
  return hops.flatMap((hop) => {
    const calls = known.has(hop.program) ? [] : tx.instructions.filter((call) => call.program === hop.program)
    const [first] = calls
    const inside = (move: Movement): boolean =>
      move.kind === 'transfer' && calls.some(({ place }) => move.instruction.place > place && move.instruction.place < endOf(tx.instructions, place))
    const paid = movements.find((move) => move.mint === hop.mintIn && move.raw === hop.in && inside(move))
    const got = movements.find((move) => move.mint === hop.mintOut && move.raw === hop.out && inside(move))
    if (first === undefined || !paid?.fromOwner || !got?.toOwner || paid.mint === got.mint) return []
    const leg: Leg = {
      pool: null,
      in: { mint: paid.mint, raw: paid.raw, withheld: paid.withheld },
      out: { mint: got.mint, raw: got.raw, withheld: got.withheld },
      trader: paid.fromOwner,
      receiver: got.toOwner,
      byEvent: true,
      confirmed: false,
    }
    return [{ venue: venueOf(hop.program) ?? unknown(hop.program), swap: ROUTED, instruction: first, legs: [leg], eventDisagrees: false }]
  })
}

const ROUTED = { name: 'routed', discriminator: [], legs: [] } as const
const unknown = (program: string): Venue => ({ program, dex: UNKNOWN_DEX, version: UNKNOWN_DEX, swaps: [] })
