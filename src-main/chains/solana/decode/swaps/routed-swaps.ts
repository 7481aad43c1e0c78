import type { DecodableTransaction } from '../../programs/program-instruction.ts'
import { endOf } from '../../transaction/instruction.ts'
import { findVenue } from '../../programs/registry.ts'
import { STAKE_POOLS } from '../../programs/stake-pools.ts'
import type { Leg, Venue } from '../../programs/venue.ts'
import type { DecodedSwap } from './read-swap.ts'
import type { RouterHop } from './router-hops.ts'
import type { Movement } from '../../transaction/movements.ts'
import { UNKNOWN_DEX } from './balance-trades.ts'

/**
 * Swaps of venues without a decoder: a router's event names the venue and both amounts, and exactly these amounts moved inside
 * instructions of that venue. The pool account stays unknown. Hops through a stake pool are left out, as are hops whose venue mints
 * or burns either token, because they are deposits or withdrawals.
 */
export function routedSwaps(
  tx: DecodableTransaction,
  movements: readonly Movement[],
  hops: readonly RouterHop[],
  read: readonly DecodedSwap[],
): DecodedSwap[] {
  const known = new Set(read.map(({ venue }) => venue.program))
  return hops.flatMap((hop) => {
    const invoked =
      known.has(hop.program) || STAKE_POOLS.has(hop.program) ? [] : tx.instructions.filter((instruction) => instruction.program === hop.program)
    const [first] = invoked
    const inside = movements.filter(({ instruction }) =>
      invoked.some(({ index }) => instruction.index > index && instruction.index < endOf(tx.instructions, index)),
    )
    const isTraded = ({ mint }: Movement): boolean => mint === hop.mintIn || mint === hop.mintOut
    if (inside.some((move) => (move.kind === 'mint' || move.kind === 'burn') && isTraded(move))) return []
    const paid = inside.find((move) => move.kind === 'transfer' && move.mint === hop.mintIn && move.raw === hop.in)
    const got = inside.find((move) => move.kind === 'transfer' && move.mint === hop.mintOut && move.raw === hop.out)
    if (first === undefined || !paid?.fromOwner || !got?.toOwner || paid.mint === got.mint) return []
    const leg: Leg = {
      pool: null,
      in: { mint: paid.mint, raw: paid.raw, withheld: paid.withheld },
      out: { mint: got.mint, raw: got.raw, withheld: got.withheld },
      trader: paid.fromOwner,
      receiver: got.toOwner,
      fees: null,
      byEvent: true,
      confirmed: false,
    }
    return [{ venue: findVenue(hop.program) ?? unknown(hop.program), swap: ROUTED, instruction: first, legs: [leg], eventDisagrees: false }]
  })
}

const ROUTED = { name: 'routed', discriminator: [], legs: [] } as const
const unknown = (program: string): Venue => ({ program, dex: UNKNOWN_DEX, version: UNKNOWN_DEX, swaps: [] })
