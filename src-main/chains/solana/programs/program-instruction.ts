import type { Instruction } from '../transaction/instruction.ts'
import type { Venue } from './venue.ts'
import type { SolanaTransaction } from '../transaction/transaction.ts'

/** An instruction with the venue of its program. */
export interface ProgramInstruction extends Instruction {
  /** Null if the program is not a known venue. */
  readonly venue: Venue | null
}

/** The decoder's input. */
export type DecodableTransaction = SolanaTransaction<ProgramInstruction>
