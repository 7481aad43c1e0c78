import type { TransferFact } from '../../src-shared/domain/events.ts'
import type { TokenFlows } from './flows.ts'
import type { Memory } from './memory.ts'

/** What one address sent and received outside swaps, each in chain order; what it sent to itself is in both. */
export interface MovesOf {
  readonly sent: readonly TransferFact[]
  readonly received: readonly TransferFact[]
}

/** The very same as long as moves only follow, whatever came to it. */
export interface MovesByAddress {
  readonly byAddress: ReadonlyMap<string, MovesOf>
}

interface Growing {
  readonly sent: TransferFact[]
  readonly received: TransferFact[]
}

/** Every address that moved the token outside swaps, in the order they first did: rules that look at few wallets need not walk all moves. */
export function movesByAddress({ moves }: TokenFlows, memory: Memory): MovesByAddress {
  return memory.fold(
    'moves by address',
    [],
    moves,
    () => ({ byAddress: new Map<string, Growing>() }),
    ({ byAddress }, move) => {
      of(byAddress, move.from).sent.push(move)
      of(byAddress, move.to).received.push(move)
    },
  )
}

function of(byAddress: Map<string, Growing>, address: string): Growing {
  const known = byAddress.get(address)
  if (known !== undefined) return known
  const begun = { sent: [], received: [] }
  byAddress.set(address, begun)
  return begun
}
