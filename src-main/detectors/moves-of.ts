import type { TransferFact } from '../../src-shared/domain/events.ts'
import type { TokenFlows } from './flows.ts'
import type { Memory } from './memory.ts'

/** What one address sent and received outside swaps, each in chain order; what it sent to itself is in both. */
export interface MovesOf {
  readonly sent: readonly TransferFact[]
  readonly received: readonly TransferFact[]
}

export const NO_MOVES: MovesOf = { sent: [], received: [] }

/** The very same as long as moves only follow, whatever came to it. */
export interface MovesByAddress {
  readonly byAddress: ReadonlyMap<string, MovesOf>
  /** Addresses with at least so many moves as were asked for. */
  readonly busiest: ReadonlySet<string>
}

interface Growing {
  readonly sent: TransferFact[]
  readonly received: TransferFact[]
}

/**
 * Every address that moved the token outside swaps, in the order they first did: rules that look at few wallets need not walk all moves.
 *
 * @param many moves that make an address one of the busiest
 */
export function movesByAddress({ moves }: TokenFlows, memory: Memory, many: number): MovesByAddress {
  return memory.fold(
    'moves by address',
    [many],
    moves,
    () => ({ byAddress: new Map<string, Growing>(), busiest: new Set<string>() }),
    ({ byAddress, busiest }, move) => {
      const [sender, receiver] = [of(byAddress, move.from), of(byAddress, move.to)]
      sender.sent.push(move)
      receiver.received.push(move)
      if (movedBy(sender) >= many) busiest.add(move.from)
      if (movedBy(receiver) >= many) busiest.add(move.to)
    },
  )
}

/** How many moves an address had a part in; one to itself counts twice. */
export const movedBy = ({ sent, received }: MovesOf): number => sent.length + received.length

function of(byAddress: Map<string, Growing>, address: string): Growing {
  const known = byAddress.get(address)
  if (known !== undefined) return known
  const begun = { sent: [], received: [] }
  byAddress.set(address, begun)
  return begun
}
