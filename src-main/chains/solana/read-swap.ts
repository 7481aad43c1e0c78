import type { Instruction } from './instruction.ts'
import type { FoundSwap } from './programs/registry.ts'
import type { Leg } from './programs/venue.ts'

/** A swap instruction of a known venue with the legs read from it; none when it could not be read. */
export interface ReadSwap extends FoundSwap {
  readonly instruction: Instruction
  readonly legs: readonly Leg[]
  /** The venue's event was there and said other amounts than the transfers. */
  readonly eventDisagrees: boolean
}
