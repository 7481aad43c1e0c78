import type { Instruction } from './instruction.ts'
import type { Venue } from '../programs/venue.ts'
import type { SolanaTransaction } from './transaction.ts'

/** An instruction with the venue that its program belongs to. */
export interface ProgramInstruction extends Instruction {
  /** null when the program is not a known venue. */
  readonly venue: Venue | null
}

/** The decoder's input. */
export type DecodableTransaction = SolanaTransaction<ProgramInstruction>
