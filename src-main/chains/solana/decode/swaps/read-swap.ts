import type { Instruction } from '../../transaction/instruction.ts'
import type { FoundSwap } from '../../programs/registry.ts'
import type { Leg } from '../../programs/venue.ts'

/** A swap instruction with its legs; no legs if it could not be read. */
export interface DecodedSwap extends FoundSwap {
  readonly instruction: Instruction
  readonly legs: readonly Leg[]
  /** Whether the venue's event and the transfers state different amounts. */
  readonly eventDisagrees: boolean
}
