import type { TransferFact } from '../../../src-shared/domain/events.ts'
import type { TokenFlows } from './flows.ts'
import type { IncrementalState } from '../incremental/state.ts'

/** Moves that an address sent and received outside swaps, each in chain order. A move to itself is in both. */
export interface AddressMoves {
  readonly sent: readonly TransferFact[]
  readonly received: readonly TransferFact[]
}

export const NO_MOVES: AddressMoves = { sent: [], received: [] }

/** Grows while moves are only appended. Stages compare the sizes of its lists. */
export interface MovesByAddress {
  readonly byAddress: ReadonlyMap<string, AddressMoves>
  /** Addresses with at least `many` moves. */
  readonly busiest: ReadonlySet<string>
}

interface Growing {
  readonly sent: TransferFact[]
  readonly received: TransferFact[]
}

/**
 * Every address that moved the token outside swaps, in order of first move. It saves rules that examine few wallets from walking
 * all moves.
 *
 * @param many minimum moves of the busiest addresses
 */
export function indexMoves({ moves }: TokenFlows, state: IncrementalState, many: number): MovesByAddress {
  return state.accumulate(
    'moves by address',
    [many],
    moves,
    () => ({ byAddress: new Map<string, Growing>(), busiest: new Set<string>() }),
    ({ byAddress, busiest }, move) => {
      const [sender, receiver] = [movesOfAddress(byAddress, move.from), movesOfAddress(byAddress, move.to)]
      sender.sent.push(move)
      receiver.received.push(move)
      if (countMoves(sender) >= many) busiest.add(move.from)
      if (countMoves(receiver) >= many) busiest.add(move.to)
    },
  )
}

/** Number of moves of an address. A move to itself counts twice. */
export const countMoves = ({ sent, received }: AddressMoves): number => sent.length + received.length

function movesOfAddress(byAddress: Map<string, Growing>, address: string): Growing {
  const known = byAddress.get(address)
  if (known !== undefined) return known
  const begun = { sent: [], received: [] }
  byAddress.set(address, begun)
  return begun
}
